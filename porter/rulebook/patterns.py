"""Idioms: code that spans several calls, recognised as a whole."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.kinds import Kind
from porter.rulebook.bind import UNKNOWN_VALUE, Value, bind, same
from porter.rulebook.model import NO_DEFAULT, Argument, Refused, Rule
from porter.rulebook.words import is_a
from porter.tree import FIELDS, dotted, walk

Api = Callable[[cst.BaseExpression], tuple[str, Sequence[Argument]] | None]
Find = Callable[[str], Rule | None]
KindOf = Callable[[cst.BaseExpression], Kind]
Passes = Callable[[Rule, Sequence[Argument]], bool]  # whether a call returns its first argument

_CALLED = frozenset({cst.Call, cst.Attribute})
_SPACES = ("Tensor", "Parameter", "Module", "Optimizer", "Parameters", "Device", "Dtype")
_PREFIXES = {"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional"}


@dataclass(frozen=True, eq=False)
class Pattern:
    """One pattern of a rule."""

    rule: Rule
    text: str

    @cached_property
    def node(self) -> cst.BaseExpression:
        return cst.parse_expression(self.text)

    def roots(self, find: Find) -> set[str]:
        """What the outermost node may look like: the last name of an API, or a node type."""
        node = ast.parse(self.text, mode="eval").body
        func = node.func if isinstance(node, ast.Call) else node
        if isinstance(node, ast.Subscript):
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            number = getattr(node.slice, "value", None)
            return {f"Subscript {number}" if type(number) is int else f"Subscript{len(items)}"}
        if isinstance(func, ast.Attribute):
            return set(last_names(api_names(ast.unparse(func), func.attr), find))
        return {f"{func.id}()" if isinstance(func, ast.Name) else type(node).__name__}


def api_names(path: str, last: str) -> frozenset[str]:
    """The APIs that an attribute in a pattern may stand for."""
    root, _, rest = path.partition(".")
    if root in _PREFIXES and "(" not in path:
        return frozenset({f"{_PREFIXES[root]}.{rest}"})
    return frozenset(f"{space}.{last}" for space in _SPACES)


def last_names(names: frozenset[str], find: Find) -> frozenset[str]:
    """The last names of these APIs, and of others that the same rules port."""
    rules = filter(None, map(find, names))
    return frozenset(n.rpartition(".")[2] for n in (*names, *(n for r in rules for n in r.names)))


@dataclass
class Told:
    """What is known of parts of the code at hand, whatever they are compared with."""

    given: dict[cst.CSTNode, Mapping[str, Value] | None] = field(default_factory=dict)  # as bound
    inner: dict[cst.CSTNode, cst.BaseExpression | None] = field(default_factory=dict)


@dataclass
class Matcher:
    """Compares a pattern with code. Calls of torch are compared as bound to their signatures."""

    rule: Rule
    api: Api
    kind: KindOf
    find: Find
    passes: Passes
    told: Told
    holes: dict[str, cst.BaseExpression] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # bound names: pattern -> code

    def match(self, node: cst.BaseExpression, pattern: Pattern) -> dict[str, Argument] | None:
        """The arguments of the rule, in the order of its parameters, None if it is no match."""
        if not self._same(pattern.node, node):
            return None
        bound = set(self.names.values())
        found: dict[str, Argument] = {}
        gap = False
        for parameter in self.rule.params:
            hole = self.holes.get(parameter.name)
            if hole is None:
                gap = True
                continue
            if any(isinstance(n, cst.Name) and n.value in bound for n in walk(hole)):
                return None
            found[parameter.name] = Argument(hole, self.kind(hole), parameter.name if gap else None)
        return found

    def _same(self, pattern: Any, node: Any, loose: bool = False) -> bool:
        if isinstance(pattern, cst.Name) and pattern.value not in self.names:
            parameter = next((p for p in self.rule.params if p.name == pattern.value), None)
            if parameter is not None:
                return self._fill(parameter.name, parameter.annotation, node, loose)
        if self._equal(pattern, node):
            return True
        inner = self._inner(node)
        return inner is not None and self._same(pattern, inner, loose)

    def _fill(self, name: str, annotation: str, node: Any, loose: bool) -> bool:
        """A hole takes any code of its kind, the same code every time."""
        if name in self.holes:
            return code(self.holes[name]) == code(node)
        if annotation:
            answer = is_a(self.kind(node), annotation)
            if not (answer or (answer is None and loose)):
                return False
        self.holes[name] = node
        return True

    def _inner(self, node: Any) -> cst.BaseExpression | None:
        """What is left of x.cpu() or x.to(device)."""
        if type(node) not in _CALLED:
            return None
        if node not in self.told.inner:
            found = self.api(node)
            rule = self.find(found[0]) if found else None
            through = found is not None and rule is not None and self.passes(rule, found[1])
            self.told.inner[node] = found[1][0].node if found and through else None
        return self.told.inner[node]

    def _equal(self, pattern: Any, node: Any) -> bool:
        kind = type(pattern)
        if kind is not type(node):
            return False
        found = self.api(node) if kind in _CALLED else None
        if found is not None:
            return self._same_api(pattern, node, *found)
        if isinstance(pattern, cst.Name):
            return bool(self.names.get(pattern.value, pattern.value) == node.value)
        if isinstance(pattern, (cst.Integer, cst.Float, cst.SimpleString)):
            return bool(pattern.value == node.value)
        if isinstance(pattern, cst.Attribute) and pattern.attr.value != node.attr.value:
            return False
        if isinstance(pattern, cst.Arg) and (
            pattern.star != node.star or _name(pattern.keyword) != _name(node.keyword)
        ):
            return False
        if type(getattr(pattern, "operator", None)) is not type(getattr(node, "operator", None)):
            return False
        if isinstance(pattern, (cst.ListComp, cst.GeneratorExp)):
            return self._same_loop(pattern, node)
        return self._fields(pattern, node, FIELDS.get(type(pattern), ()))

    def _fields(self, pattern: Any, node: Any, fields: Sequence[str]) -> bool:
        for name in fields:
            a, b = getattr(pattern, name), getattr(node, name)
            if isinstance(a, (list, tuple)):
                if len(a) != len(b) or not all(self._same(x, y) for x, y in zip(a, b)):
                    return False
            elif (a is None) != (b is None) or (a is not None and not self._same(a, b)):
                return False
        return True

    def _same_loop(self, pattern: Any, node: Any) -> bool:
        """A comprehension: its own names may differ."""
        a, b = pattern.for_in, node.for_in
        if not (isinstance(a.target, cst.Name) and isinstance(b.target, cst.Name)):
            return False
        self.names[a.target.value] = b.target.value
        return self._same(pattern.elt, node.elt) and self._fields(
            a, b, ("iter", "ifs", "inner_for_in")
        )

    def _same_api(self, pattern: Any, node: Any, name: str, args: Sequence[Argument]) -> bool:
        func = pattern.func if isinstance(pattern, cst.Call) else pattern
        if not isinstance(func, cst.Attribute):
            return False
        names = _names(func)
        rule = self.find(name)
        if name not in names and (rule is None or rule not in map(self.find, names)):
            return False
        if self._apart(_receiver(pattern), args):
            return False
        wanted = _arguments(pattern)
        if rule is None or any(a.star for a in wanted):
            return len(wanted) == len(args) and all(
                (a.keyword, a.star) == (b.keyword, b.star) and self._same(a.node, b.node)
                for a, b in zip(wanted, args)
            )
        expected = _bound(rule, pattern)
        if expected is None:
            return False
        if node not in self.told.given:
            self.told.given[node] = _fitting(rule, args)
        given = self.told.given[node]
        if given is None:
            return False
        kinds = {p.name: p.annotation for p in rule.params}
        return all(
            (key in rule.harmless and not expected[key].indices)
            or self._left_out(expected[key], given[key])
            or self._same_value(expected[key], given[key], bool(kinds[key]))
            for key in expected
        )

    def _apart(self, receiver: cst.BaseExpression | None, args: Sequence[Argument]) -> bool:
        """Whether the receivers differ at first sight, as most do: `x.to(d)` is no `f(x).to(d)`."""
        if not isinstance(receiver, (cst.Call, cst.Attribute)) or not args or args[0].keyword:
            return False
        node, names = args[0].node, _called(receiver, self.find)
        found = self.api(node) if type(node) in _CALLED else None
        if found is not None:
            other = bool(names) and found[0].rpartition(".")[2] not in names
            return other and self._inner(node) is None
        func = node.func if isinstance(node, cst.Call) else node
        if type(node) is not type(receiver) or not isinstance(func, cst.Attribute):
            return type(node) is not type(receiver)
        return bool(names) and func.attr.value not in names and self.api(func) is None

    def _left_out(self, a: Value, b: Value) -> bool:
        """A hole with a default of its own, where the code leaves the argument out."""
        name = a.nodes[0].value if len(a.nodes) == 1 and isinstance(a.nodes[0], cst.Name) else ""
        default = next((p.default for p in self.rule.params if p.name == name), NO_DEFAULT)
        return default is not NO_DEFAULT and not b.indices and same(b.literal, default)

    def _same_value(self, a: Value, b: Value, loose: bool) -> bool:
        if not a.indices or not b.indices:
            return a.literal is not UNKNOWN_VALUE and same(a.literal, b.literal)
        return len(a.nodes) == len(b.nodes) and all(
            self._same(x, y, loose) for x, y in zip(a.nodes, b.nodes)
        )


def _name(node: cst.Name | None) -> str:
    return node.value if node is not None else ""


@lru_cache(maxsize=1024)
def _names(func: cst.Attribute) -> frozenset[str]:
    """The APIs that a call in a pattern may stand for."""
    return api_names(dotted(func) or f"().{func.attr.value}", func.attr.value)


@lru_cache(maxsize=1024)
def _receiver(pattern: cst.Call | cst.Attribute) -> cst.BaseExpression | None:
    """What a method in a pattern is called on; None for functions of torch."""
    func = pattern.func if isinstance(pattern, cst.Call) else pattern
    assert isinstance(func, cst.Attribute)
    space = next(iter(_names(func))).rpartition(".")[0]
    return None if space.partition(".")[0] == "torch" else func.value


@lru_cache(maxsize=1024)
def _called(pattern: cst.Call | cst.Attribute, find: Find) -> frozenset[str]:
    """The last names of what a receiver in a pattern may call or read; none of what has no dot."""
    func = pattern.func if isinstance(pattern, cst.Call) else pattern
    return last_names(_names(func), find) if isinstance(func, cst.Attribute) else frozenset()


@lru_cache(maxsize=1024)
def _arguments(pattern: cst.Call | cst.Attribute) -> tuple[Argument, ...]:
    """The arguments of a call in a pattern, a method's with the receiver first."""
    receiver = _receiver(pattern)
    args = pattern.args if isinstance(pattern, cst.Call) else ()
    return (
        *([] if receiver is None else [Argument(receiver)]),
        *(Argument(a.value, keyword=_name(a.keyword) or None, star=a.star) for a in args),
    )


@lru_cache(maxsize=1024)
def _bound(rule: Rule, pattern: cst.Call | cst.Attribute) -> Mapping[str, Value] | None:
    """They bound to a rule's signature; None where they do not fit."""
    return _fitting(rule, _arguments(pattern))


def _fitting(rule: Rule, args: Sequence[Argument]) -> Mapping[str, Value] | None:
    try:
        return bind(rule, args)
    except Refused:
        return None


class Idioms:
    """All patterns, indexed by what their outermost node may look like."""

    def __init__(self, rules: Mapping[str, Rule], find: Find) -> None:
        self.index: dict[str, list[Pattern]] = {}
        self.find = find
        for rule in rules.values():
            for text in rule.patterns:
                pattern = Pattern(rule, text)
                for root in pattern.roots(find):
                    self.index.setdefault(root, []).append(pattern)
        for patterns in self.index.values():
            patterns.sort(key=lambda p: -len(p.text))

    def find_match(
        self, node: cst.BaseExpression, api: Api, kind: KindOf, passes: Passes
    ) -> tuple[Rule, dict[str, Argument]] | None:
        """The longest pattern that the code matches."""
        told = Told()
        for pattern in self._candidates(node, api):
            matcher = Matcher(pattern.rule, api, kind, self.find, passes, told)
            args = matcher.match(node, pattern)
            if args is not None:
                return pattern.rule, args
        return None

    def _candidates(self, node: cst.BaseExpression, api: Api) -> Sequence[Pattern]:
        """The patterns that begin as the code does."""
        found = api(node)
        if isinstance(node, cst.Subscript):
            number: Any = getattr(node.slice[0].slice, "value", None)
            one = len(node.slice) == 1 and isinstance(number, cst.Integer)
            same = self.index.get(f"Subscript {number.value}", ()) if one else ()
            return [*same, *self.index.get(f"Subscript{len(node.slice)}", ())]
        if found is None and isinstance(node, cst.Attribute):
            return self.index.get(node.attr.value, ())
        if found is None and isinstance(node, cst.Call):
            if isinstance(node.func, cst.Attribute):
                return self.index.get(node.func.attr.value, ())
            if isinstance(node.func, cst.Name):
                return self.index.get(f"{node.func.value}()", ())
        root = found[0].rpartition(".")[2] if found else type(node).__name__
        return self.index.get(root, ())
