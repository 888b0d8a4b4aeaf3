"""Escaping gradients: what a loss goes on from was computed where no tape of the update is.

A tensor with a gradient comes into an update under a name: it was kept in an attribute, is passed
as an argument, or was computed before the block that the update stands in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.facts import Facts, FunctionInfo
from porter.kinds import (
    Class,
    Function,
    Instance,
    Kind,
    Module,
    Optimizer,
    Parameter,
    Parameters,
    StateDict,
    Tuple,
    Union,
    item_of,
)
from porter.plan.effects import effects, targets
from porter.plan.kept_states import KeptStates
from porter.plan.no_grad import is_no_grad, is_without_gradient
from porter.plan.owners import PLAIN, Owners
from porter.plan.passed import passed, passed_by_others
from porter.plan.read_inside import read_inside
from porter.plan.scopes import parameters
from porter.plan.slices import Slices
from porter.remembered import remembered
from porter.tree import children, dotted, item_owner, only, statements, walk

_DEPTH = 3  # functions that hand a tensor on
_SUITES = (cst.IndentedBlock, cst.Module)
_DEFINITIONS = (cst.FunctionDef, cst.ClassDef)
_PUTS = frozenset({"append", "appendleft", "extend"})

Value = tuple[Facts, cst.BaseExpression]


class _Sure(Slices):
    """Gradients of what is known to be a network; networks are no results themselves."""

    def __init__(self, facts: Facts, functions: dict[str, bool] | None = None) -> None:
        super().__init__(facts, functions)
        self._passing: dict[str, frozenset[str]] = {}  # what functions hand on
        # Loops and suites in suites ask for a line again, for other names
        self._written: dict[cst.CSTNode, frozenset[str]] = {}
        self._lines: dict[cst.CSTNode, set[str] | None] = {}  # None where it trains

    def written(self, line: cst.SimpleStatementLine) -> frozenset[str]:
        if line not in self._written:
            self._written[line] = super().written(line)
        return self._written[line]

    def flows(self, line: cst.SimpleStatementLine, names: set[str]) -> bool:
        if line not in self._lines:
            self._lines[line] = None if self.trains(line) else self.differentiated(line)
        through = self._lines[line]
        return through is None or not names.isdisjoint(through)

    def trains(self, node: cst.CSTNode) -> bool:
        return not isinstance(self.facts.kind(node), _OWNERS) and super().trains(node)

    def differentiated(self, node: cst.CSTNode) -> set[str]:
        kind = self.facts.kind(node)
        own = isinstance(kind, Instance) and not self.facts.is_distribution(kind)
        if own or isinstance(kind, (*_OWNERS, *PLAIN)):
            return set()
        kind = self.facts.kind(node.func) if isinstance(node, cst.Call) else kind
        info = self.facts.function(kind) if isinstance(kind, Function) else None
        if not isinstance(node, cst.Call) or info is None:
            return super().differentiated(node)
        through = self._through(info)
        names = info.positional
        found = set[str]()
        for i, arg in enumerate(node.args):
            name = arg.keyword.value if arg.keyword else names[i] if i < len(names) else ""
            if name in through or arg.star or name not in names:
                found |= self.differentiated(arg.value)
        return found

    def _through(self, info: FunctionInfo) -> frozenset[str]:
        """The parameters of a function whose gradient comes out of it."""
        if info.name not in self._passing:
            names = [param.name.value for param in info.node.params.params]
            self._passing[info.name] = frozenset(names)  # for calls of itself
            inside = _Through(info.home or self.facts, self._functions)
            inside._passing = self._passing
            body = statements(info.node.body)
            self._passing[info.name] = frozenset(n for n in names if inside.gives(body, {n}))
        return self._passing[info.name]

    def _object(self, call: cst.Call) -> bool:
        return False

    def _function(self, name: str) -> bool:
        if name not in self._functions:
            self._functions[name] = False  # for calls of itself
            info = self.facts.function(Function(name))
            if info is not None:
                inside = _Sure(info.home or self.facts, self._functions)
                self._functions[name] = inside.gives(statements(info.node.body), set())
        return self._functions[name]

    def gives(self, suite: Iterable[cst.CSTNode], names: set[str]) -> bool:
        """Whether a `return` of a suite has a gradient, with these names having one."""
        for statement in suite:
            small = only(statement)
            if isinstance(small, cst.Return):
                if small.value is not None and self.has(small.value, names):
                    return True
                continue
            names |= self.carried(statement, names)
            if not is_no_grad(self.facts, statement) and self.gives(_inside(statement), names):
                return True
        return False

    def has(self, value: cst.BaseExpression, names: set[str]) -> bool:
        """Whether a value has a gradient if these names have one."""
        return self.trains(value) or bool(self.differentiated(value) & names)


class _Through(_Sure):
    """Gradients of what comes in, none of what is made here."""

    def trains(self, node: cst.CSTNode) -> bool:
        return False


class _Networks(_Sure):
    """The same without parameters that stand by themselves."""

    def trains(self, node: cst.CSTNode) -> bool:
        return not isinstance(self.facts.kind(node), Parameter) and super().trains(node)


class EscapingGradients:
    """Answers for the losses of one file."""

    def __init__(self, facts: Facts, owners: Owners) -> None:
        self.facts = facts
        self.owners = owners
        self._states = KeptStates(facts, self.recorded)

    def sources(
        self,
        suite: Sequence[cst.CSTNode],
        at: int,
        loss: cst.BaseExpression | frozenset[str],
        optimizer: cst.BaseExpression | None,
    ) -> Iterator[tuple[str, cst.BaseExpression]]:
        """The names that a gradient of the loss, or of names, comes through, and what was bound to
        them elsewhere; only those that matter to an optimizer, if there is one."""
        slices = self.facts.once(_Sure)
        first, _, flowing = slices.slice(suite, at, loss)
        here = {node for statement in suite for node in walk(statement)}
        written = _bound_first(suite, at)
        _, carried, bound = _carried(slices, [suite[0], *_inside_of(self.facts, suite[0])])
        written |= bound - carried
        for name in sorted(n for n in slices.open if n.startswith("self.") or n not in written):
            for facts, value in self._values(self.facts, suite[0], name):
                seen = frozenset({name})
                if value not in here and self._recorded((facts, value), optimizer, seen):
                    yield name, value
        lines = [*flowing, suite[at]] if at < len(suite) else [*flowing]
        for name, bound_to in read_inside(self.facts, suite[0], lines, self._values):
            if bound_to[1] not in here and self._recorded(bound_to, optimizer, frozenset({name})):
                yield name, bound_to[1]
        if first is not None:
            yield from self._states.lost(suite, first, at, isinstance(loss, frozenset))

    def recorded(self, facts: Facts, value: cst.BaseExpression) -> bool:
        """Whether a value has a gradient, for whatever it is used."""
        return self._recorded((facts, value), None, frozenset())

    def _recorded(
        self, value: Value, optimizer: cst.BaseExpression | None, seen: frozenset[str]
    ) -> bool:
        facts, node = value
        if lasts(facts.kind(node)):
            return False
        flow, names = _flow(facts, node)
        if flow:
            if facts is not self.facts or optimizer is None:
                return True
            return not self._others(flow, optimizer)
        return len(seen) < _DEPTH and any(
            self._recorded(one, optimizer, seen | {name})
            for name in sorted(names - seen)
            for one in self._values(facts, node, name)
        )

    def _others(self, flow: Sequence[cst.CSTNode], optimizer: cst.BaseExpression) -> bool:
        """Whether the gradient goes to parameters that the optimizer surely does not have."""
        ours = self.owners.networks(optimizer)
        if not any(
            map(self.facts.once(_Networks).trains, flow)
        ):  # parameters that stand by themselves
            nodes = (n for s in flow for n in walk(s))
            leaves = [dotted(n) for n in nodes if isinstance(self.facts.kind(n), Parameter)]
            return bool(ours) and not any(f"{a}.".startswith(f"{b}.") for a in leaves for b in ours)
        theirs = self.facts.once(_Sure).networks_in(flow)
        if not ours or not theirs:
            return False
        return all(self.owners.disjoint(a, b) for a in ours for b in theirs)

    # -- what a name stands for
    def _values(self, facts: Facts, at: cst.CSTNode, name: str) -> Iterator[Value]:
        """What the name may have been bound to before this place is reached."""
        function = facts.index.function(at)
        if name == "self":
            return
        if function is not None and name in parameters(function):
            yield from ((facts, value) for value in passed(facts, function, name))
            yield from passed_by_others(facts, function, name)
        bound = [*_bound(_own(function), name)] if function is not None else []
        if name.startswith("self."):
            cls = next((n for n in facts.index.above(at) if isinstance(n, cst.ClassDef)), None)
            bound = [v for one in _family(facts, cls) for v in _bound(binding_nodes(one), name)]
        elif not bound and not (function is not None and name in parameters(function)):
            bound = [*_bound(_own(facts.module), name)]
        yield from ((facts, value) for value in bound)


def _family(facts: Facts, cls: cst.ClassDef | None) -> Iterator[cst.ClassDef]:
    """A class and those of the file that it inherits from."""
    info = next((one for one in facts.classes.values() if one.node is cls), None)
    open_, seen = [info] if info is not None else [], set[str]()
    while open_:
        one = open_.pop()
        seen.add(one.name)
        yield one.node
        bases = (facts.classes.get(b.name) for b in one.bases if isinstance(b, Class))
        open_ += [base for base in bases if base is not None and base.name not in seen]


def lasts(kind: Kind) -> bool:
    """Networks and parameters are no results: a tape sees them wherever they are used."""
    if isinstance(kind, (Tuple, Union)):
        return all(map(lasts, kind.items if isinstance(kind, Tuple) else kind.kinds))
    return isinstance(kind if isinstance(kind, _LASTING) else item_of(kind), _LASTING)


_OWNERS = (Module, Optimizer, Parameters, StateDict)
_LASTING = (*_OWNERS, Parameter, *PLAIN)


def _inside(statement: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The statements of the suites of an `if`, a loop, a `with` or a `try`."""
    if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
        return
    for part in (getattr(statement, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(part, (cst.If, cst.Else, cst.Finally)):
            yield from [part] if isinstance(part, cst.If) else statements(part.body)
        elif isinstance(part, (cst.IndentedBlock, cst.SimpleStatementSuite)):
            yield from statements(part)


def _own(scope: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What stands in a scope and in none inside of it."""
    for node in children(scope):
        if not isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            yield node
            yield from _own(node)


@remembered
def binding_nodes(cls: cst.ClassDef) -> tuple[cst.CSTNode, ...]:
    """The nodes of a class that may bind an attribute: each attribute asks for them."""
    return tuple(node for node in walk(cls) if isinstance(node, _BINDS))


_BINDS = (cst.Assign, cst.AugAssign, cst.AnnAssign, cst.For, cst.Call)


def _bound(nodes: Iterable[cst.CSTNode], name: str) -> Iterator[cst.BaseExpression]:
    """What is assigned to a name, to entries of it, put into it or gone over under it."""
    for node in nodes:
        if isinstance(node, cst.Assign):
            for target in (t.target for t in node.targets):
                yield from _part(target, node.value, name)
        elif isinstance(node, (cst.AugAssign, cst.AnnAssign)) and node.value is not None:
            if _root(node.target) == name:
                yield node.value
        elif isinstance(node, cst.For):
            if name in targets(node.target):
                yield node.iter
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            if node.func.attr.value in _PUTS and dotted(node.func.value) == name:
                yield from (arg.value for arg in node.args)


def _part(
    target: cst.BaseExpression, value: cst.BaseExpression, name: str
) -> Iterator[cst.BaseExpression]:
    """y of `a, self.b = x, y` for "self.b"."""
    if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
        places, items = target.elements, value.elements
        starred = any(isinstance(e, cst.StarredElement) for e in (*places, *items))
        if len(places) == len(items) and not starred:
            for place, item in zip(places, items):
                yield from _part(place.value, item.value, name)
            return
    if name in targets(target) or _root(target) == name:
        yield value


def _root(target: cst.BaseExpression) -> str | None:
    """self.kept of `self.kept["value"]`"""
    return dotted(item_owner(target))


def _flow(facts: Facts, value: cst.BaseExpression) -> tuple[list[cst.CSTNode], frozenset[str]]:
    """What a gradient of the value comes through in its function (nothing if there is none), and
    names from outside of that which it is made of."""
    if is_without_gradient(facts, value):
        return [], frozenset()
    slices, above = facts.once(_Sure), _inside_of(facts, value)
    carrying, names, written = _carried(slices, [value, *above])
    needed = slices.differentiated(value)
    if not slices.has(value, names):
        return [], frozenset(needed - written)
    flow: list[cst.CSTNode] = [value]
    for statement in reversed(carrying):
        if effects(statement).writes & needed:
            needed |= slices.differentiated(statement)
            flow.append(statement)
    return flow, frozenset()


def _bound_first(suite: Sequence[cst.CSTNode], at: int) -> set[str]:
    """The names that a suite binds before anything of it reads them: loss is none of
    `loss = loss + penalty`."""
    written = set[str]().union(*(effects(s).writes for s in suite if s is not suite[at]))
    return written - upward_exposed(suite[:at])


def gradient_through(facts: Facts, value: cst.BaseExpression) -> bool:
    """Whether a value has a gradient of what its function, or one that it calls, computes."""
    return bool(_flow(facts, value)[0])


def _inside_of(facts: Facts, node: cst.CSTNode) -> list[cst.CSTNode]:
    """What is around a node inside of its function, the innermost first."""
    around = facts.index.above(node)
    return [*takewhile(lambda n: not isinstance(n, cst.FunctionDef), around)]


def _carried(
    slices: _Sure, above: Sequence[cst.CSTNode]
) -> tuple[list[cst.CSTNode], set[str], set[str]]:
    """What runs before a node in the suites around it: the statements that a gradient comes
    through, the names that have one then, and all names that are bound."""
    carrying: list[cst.CSTNode] = []
    names, written = set[str](), set[str]()
    for statement in _before(above):
        carried = slices.carried(statement, names)
        names = names - effects(statement).kills | carried
        written |= effects(statement).writes
        carrying += [statement] if carried else []
    return carrying, names, written


def _before(above: Sequence[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    """The statements before a node in the suites around it, the outer ones first."""
    for inner, outer in reversed([*pairwise(above)]):
        if isinstance(outer, _SUITES):
            place = next(i for i, s in enumerate(outer.body) if s is inner)
            yield from (s for s in outer.body[:place] if not isinstance(s, _DEFINITIONS))
