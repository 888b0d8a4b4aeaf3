"""Whose parameters an optimizer has: told by the lines that build it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import (
    Array,
    Class,
    Device,
    Dtype,
    Instance,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Sequence,
    Text,
    Tuple,
)
from porter.plan.effects import targets
from porter.plan.passed import passed, passed_by_others
from porter.plan.scopes import parameters
from porter.plan.sizes import is_size
from porter.tree import dotted, walk


class Owners:
    """Answers for the optimizers and networks of one file, which go by their names."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._made: dict[str, frozenset[str]] = {}  # the networks of an optimizer, by its name
        self._parts: dict[str, frozenset[str] | None] = {}  # what networks are made of

    def made_of(self, optimizer: cst.BaseExpression) -> list[cst.BaseExpression]:
        """The first argument of every line that builds the optimizer."""
        return [made for _, made in self._built(optimizer)]

    def _built(
        self, optimizer: cst.BaseExpression
    ) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression]]:
        """What those lines assign to, with the argument."""
        name = dotted(optimizer)
        for node in self.facts.index.assigned.get(name or "", ()):
            call = node.value
            if not isinstance(call, cst.Call) or not call.args:
                continue
            if isinstance(self.facts.kind(call), Optimizer):
                targets = (t.target for t in node.targets if dotted(t.target) == name)
                yield from ((target, call.args[0].value) for target in targets)

    def networks(self, optimizer: cst.BaseExpression) -> frozenset[str]:
        """The networks whose parameters are all that it has; none where that isn't plain."""
        own = self._inside(optimizer)
        if own is not None:
            return own
        name = dotted(optimizer) or ""
        if name not in self._made:
            found = [self.networks_of(made) for made in self.made_of(optimizer)]
            self._made[name] = frozenset[str]().union(*found) if all(found) else frozenset()
        return self._made[name]

    def _inside(self, optimizer: cst.BaseExpression) -> frozenset[str] | None:
        """The critic of `critic.optimizer`, which its class makes of `self.parameters()`."""
        if not isinstance(optimizer, cst.Attribute):
            return None
        kind, name = self.facts.kind(optimizer.value), dotted(optimizer.value)
        info = self.facts.class_info(kind.cls) if isinstance(kind, Module) else None
        if info is None or name is None or name == "self":
            return None
        wanted = f"self.{optimizer.attr.value}"
        made = [
            code(node.value.args[0].value)
            for node in walk(info.node)
            if isinstance(node, cst.Assign) and wanted in map(_target, node.targets)
            if isinstance(node.value, cst.Call) and node.value.args
        ]
        return frozenset({name}) if made == ["self.parameters()"] else None

    def networks_of(self, made: cst.BaseExpression) -> frozenset[str]:
        """The networks of `net.parameters()`, `list(a.parameters()) + …`, or of a name for it."""
        if isinstance(made, cst.Name):
            lines = self.facts.index.all(cst.Assign)
            values = [n.value for n in lines if made.value in map(_target, n.targets)]
            return self.networks_of(values[0]) if len(values) == 1 else frozenset()
        found: set[str] = set()
        for part in parts(bare(made)):
            part = bare(part)
            func = part.func if isinstance(part, cst.Call) else None
            name = dotted(func.value) if isinstance(func, cst.Attribute) else None
            if name is None or self.facts.api(part) != "Module.parameters":
                return frozenset()
            found.add(name)
        return frozenset(found)

    def has(self, network: cst.BaseExpression, optimizer: cst.BaseExpression) -> bool:
        """Whether the optimizer surely has all parameters of the network and no others."""
        root = (dotted(optimizer) or "").split(".")[0]
        above = (n for n in self.facts.index.above(optimizer) if isinstance(n, cst.FunctionDef))
        passed = any(root in parameters(function) for function in above if root != "self")
        return not passed and self.networks(optimizer) == {code(network)}

    def cleared_by(self, network: str, optimizer: cst.BaseExpression) -> bool:
        """Whether `network.zero_grad()` clears all gradients that the optimizer uses."""
        names = self.networks(optimizer)
        return bool(names) and all(n == network or n.startswith(f"{network}.") for n in names)

    def share(self, parameters: cst.BaseExpression, optimizer: cst.BaseExpression) -> str:
        """Whether these are "all" of the optimizer's parameters, "some" of them, "more" than
        these, or "unknown" ones."""
        some = bare(parameters)
        network = some.func.value if self.facts.api(some) == "Module.parameters" else None  # type: ignore[attr-defined]
        if self._all(network or some, ".parameters()" if network else "", optimizer):
            return "all"
        given = {code(bare(made)) for made in self.made_of(optimizer)}
        if given and all(code(some) in text for text in given):
            return "some"
        parts = tuple(f"{code(network)}{mark}" for mark in ".[") if network is not None else ()
        has_part = any(text.startswith(parts) for text in given - {code(some)}) if parts else False
        return "more" if has_part and len(given) == 1 else "unknown"

    def _all(
        self,
        source: cst.BaseExpression,
        what: str,
        optimizer: cst.BaseExpression,
        depth: int = 0,
    ) -> bool:
        """Whether an optimizer is built of just `source` and `what`, as the names are meant where
        they stand: a function has those of its callers."""
        built = list(self._built(optimizer))
        if any(code(bare(made)) != code(source) + what for _, made in built):
            built = []
        if built and all(
            self._alike(source, made) and self._alike(optimizer, target) for target, made in built
        ):
            return True
        calls = self._calls(source, optimizer) if depth < _DEEPEST else []
        return bool(calls) and all(
            owners._all(net, what, one, depth + 1) for owners, net, one in calls
        )

    def _alike(self, node: cst.CSTNode, other: cst.CSTNode) -> bool:
        """Whether names that are the same in two places are of the same variables there."""
        ours, theirs = ({n.value: self._bound(n) for n in _roots(m)} for m in (node, other))
        return all(theirs.get(name, where) == where for name, where in ours.items())

    def _bound(self, name: cst.Name) -> tuple[cst.CSTNode, ...]:
        """Where a variable lives: a function or the file, and loops that it goes through."""
        above = (n for n in self.facts.index.above(name) if isinstance(n, cst.For))
        loops = (n for n in above if name.value in targets(n.target))
        return (self.facts.variables.owner(name), *loops)

    def _calls(
        self, source: cst.BaseExpression, optimizer: cst.BaseExpression
    ) -> list[tuple[Owners, cst.BaseExpression, cst.BaseExpression]]:
        """What the calls of a function give for its parameters; none where that isn't plain."""
        functions = {self.facts.variables.owner(n) for m in (source, optimizer) for n in _roots(m)}
        function = functions.pop() if len(functions) == 1 else None
        if not isinstance(function, cst.FunctionDef):
            return []
        given = []
        for node in (source, optimizer):
            here = passed(self.facts, function, dotted(node) or "")
            away = passed_by_others(self.facts, function, dotted(node) or "")
            given.append([(self.facts, arg) for arg in here] + list(away))
        if len(given[0]) != len(given[1]):
            return []
        return [(Owners(facts), net, one) for (facts, net), (_, one) in zip(*given)]

    def disjoint(self, network: str, other: str) -> bool:
        """Whether two networks surely share no parameters: none is a part of the other, and
        nothing went into both."""
        ours, theirs = self._ingredients(network), self._ingredients(other)
        if ours is None or theirs is None:
            return False
        return not any(nested(one, another) for one in ours for another in theirs)

    def share_parts(self, network: str, other: str) -> bool:
        """Whether it is known that something went into both of them, or that one has been given
        to the other."""
        ours, theirs = self._ingredients(network), self._ingredients(other)
        known = ours is not None and theirs is not None
        return known and any(nested(one, another) for one in ours or () for another in theirs or ())

    def _ingredients(self, name: str) -> frozenset[str] | None:
        """A network and what could be one in what it was built from, or None if that can't be
        told."""
        if name not in self._parts:
            self._parts[name] = frozenset({name})  # what is made of itself
            self._parts[name] = self._built_from(name)
        return self._parts[name]

    def _built_from(self, name: str) -> frozenset[str] | None:
        built: list[cst.Call] = []
        for value in self._values(name):
            while isinstance(value, cst.Call) and self.facts.api(value) in _MOVES:
                assert isinstance(value.func, cst.Attribute)
                value = value.func.value
            if not isinstance(value, cst.Call) or isinstance(self.facts.kind(value.func), Module):
                return None
            built.append(value)
        given = [value for call in built for value in self._shared(call)]
        called = self.facts.index.called.items()
        for call in (c for n, calls in called if n.startswith(f"{name}.") for c in calls):
            if not self.facts.api(call):
                given += [
                    a.value for a in call.args if isinstance(self.facts.kind(a.value), Module)
                ]
        if not built:
            return None
        texts = {code(arg) for arg in given if not _is_plain(self.facts.kind(arg))}
        return frozenset({name}).union(texts, *(self._ingredients(text) or () for text in texts))

    def _shared(self, call: cst.Call) -> Iterator[cst.BaseExpression]:
        """The arguments of a constructor, and of the layers that are made right among them; a copy
        shares nothing with its original."""
        if self.facts.kind(call.func) == Named("copy.deepcopy"):
            return
        for value in self._given(call):
            if isinstance(value, cst.Call) and self._constructs(value):
                yield from self._shared(value)
            else:
                yield value

    def _constructs(self, call: cst.Call) -> bool:
        """Whether it makes a new network, of torch's or of the program's."""
        made = self.facts.api(call).startswith("torch.nn.") or isinstance(
            self.facts.kind(call.func), Class
        )
        return made and isinstance(self.facts.kind(call), Module)

    def _given(self, call: cst.Call) -> Iterator[cst.BaseExpression]:
        """The arguments of a constructor, but for those that its class has for sizes and names."""
        kind = self.facts.kind(call)
        info = self.facts.class_info(kind.cls) if isinstance(kind, (Module, Instance)) else None
        init = info.methods.get("__init__") if info is not None else None
        names = [p.name.value for p in init.node.params.params][1:] if init is not None else []
        for i, arg in enumerate(call.args):
            name = arg.keyword.value if arg.keyword else names[i] if i < len(names) else ""
            if info is None or arg.star or name not in names or not is_size(info, name):
                yield arg.value

    def _values(self, name: str) -> Iterator[cst.BaseExpression]:
        """What is assigned to the name and to attributes of it."""
        for node in self.facts.index.all(cst.Assign):
            for target in node.targets:
                targets, values = [target.target], [node.value]
                if isinstance(target.target, cst.Tuple) and isinstance(node.value, cst.Tuple):
                    targets = [e.value for e in target.target.elements]
                    values = [e.value for e in node.value.elements]
                for one, value in zip(targets, values):
                    if f"{dotted(one)}.".startswith(f"{name}."):
                        yield value


def nested(one: str, other: str) -> bool:
    """Whether one is the other, or a part of it: `net.body` of `net`."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _is_plain(kind: Kind) -> bool:
    """Whether a value holds no parameters: a size, a list of sizes."""
    if isinstance(kind, Sequence):
        return _is_plain(kind.item)
    if isinstance(kind, Tuple):
        return all(map(_is_plain, kind.items))
    return isinstance(kind, PLAIN)


def _target(node: cst.AssignTarget) -> str | None:
    return dotted(node.target)


def bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """net.parameters() of list(net.parameters()), and of those of them that are trained"""
    if isinstance(node, cst.Call) and dotted(node.func) == "list" and len(node.args) == 1:
        return bare(node.args[0].value)
    if isinstance(node, cst.Call) and dotted(node.func) == "filter" and len(node.args) == 2:
        if isinstance(node.args[0].value, cst.Lambda) and _asks(node.args[0].value.body):
            return node.args[1].value
    if isinstance(node, (cst.ListComp, cst.GeneratorExp)) and not node.for_in.inner_for_in:
        same = code(node.elt) == code(node.for_in.target)
        if same and all(_asks(part.test) for part in node.for_in.ifs):
            return node.for_in.iter
    return node


def _asks(test: cst.BaseExpression) -> bool:
    """`p.requires_grad`"""
    return isinstance(test, cst.Attribute) and test.attr.value == "requires_grad"


def parts(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """a and b of a + b, of [*a, *b] and of itertools.chain(a, b)"""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        yield from (*parts(node.left), *parts(node.right))
    elif isinstance(node, (cst.List, cst.Tuple)) and node.elements:
        yield from (element.value for element in node.elements)
    elif isinstance(node, cst.Call) and dotted(node.func) in ("itertools.chain", "chain"):
        yield from (arg.value for arg in node.args)
    else:
        yield node


def _roots(node: cst.CSTNode) -> list[cst.Name]:
    """The variables of an expression: attributes and self are none."""
    attributes = {n.attr for n in walk(node) if isinstance(n, cst.Attribute)}
    names = (n for n in walk(node) if isinstance(n, cst.Name) and n not in attributes)
    return [n for n in names if n.value not in ("self", "list")]


_DEEPEST = 4  # functions that hand an optimizer on to the next; some call themselves
_MOVES = frozenset({"Module.to", "Module.cuda", "Module.cpu", "Module.train", "Module.eval"})
PLAIN = (Array, Class, Device, Dtype, Named, Nothing, Number, Text)  # what holds no parameters
