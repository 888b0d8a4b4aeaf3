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
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Text,
)
from porter.plan.scopes import parameters
from porter.tree import dotted


class Owners:
    """Answers for the optimizers and networks of one file, which go by their names."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def made_of(self, optimizer: cst.BaseExpression) -> list[cst.BaseExpression]:
        """The first argument of every line that builds the optimizer."""
        name = dotted(optimizer)
        return [
            node.value.args[0].value
            for node in self.facts.index.all(cst.Assign)
            if isinstance(node.value, cst.Call)
            and node.value.args
            and isinstance(self.facts.kind(node.value), Optimizer)
            and name in {dotted(target.target) for target in node.targets}
        ]

    def networks(self, optimizer: cst.BaseExpression) -> frozenset[str]:
        """The networks whose parameters are all that it has; none where that isn't plain."""
        found = [self.networks_of(made) for made in self.made_of(optimizer)]
        return frozenset[str]().union(*found) if all(found) else frozenset()

    def networks_of(self, made: cst.BaseExpression) -> frozenset[str]:
        """The networks of `net.parameters()`, `list(a.parameters()) + …`, or of a name for it."""
        if isinstance(made, cst.Name):
            lines = self.facts.index.all(cst.Assign)
            values = [n.value for n in lines if made.value in map(_target, n.targets)]
            return self.networks_of(values[0]) if len(values) == 1 else frozenset()
        found: set[str] = set()
        for part in _parts(_bare(made)):
            part = _bare(part)
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
        """Whether these are "all" of the optimizer's parameters, "some", or "unknown" ones."""
        wanted = code(_bare(parameters))
        given = {code(_bare(made)) for made in self.made_of(optimizer)}
        if given == {wanted}:
            return "all"
        return "some" if given and all(wanted in text for text in given) else "unknown"

    def apart(self, network: str, other: str) -> bool:
        """Whether two networks surely share no parameters: nothing went into both."""
        nested = f"{network}.".startswith(f"{other}.") or f"{other}.".startswith(f"{network}.")
        ours, theirs = self._ingredients(network), self._ingredients(other)
        return not nested and ours is not None and theirs is not None and not ours & theirs

    def _ingredients(self, name: str) -> frozenset[str] | None:
        """What could be a network in what one was built from, or None if that can't be told."""
        built: list[cst.Call] = []
        for value in self._values(name):
            while isinstance(value, cst.Call) and self.facts.api(value) in _MOVES:
                assert isinstance(value.func, cst.Attribute)
                value = value.func.value
            if not isinstance(value, cst.Call) or isinstance(self.facts.kind(value.func), Module):
                return None
            built.append(value)
        given = [arg.value for call in built for arg in call.args]
        for call in self.facts.index.all(cst.Call):
            if (dotted(call.func) or "").startswith(f"{name}.") and not self.facts.api(call):
                given += [
                    a.value for a in call.args if isinstance(self.facts.kind(a.value), Module)
                ]
        texts = {code(arg) for arg in given if not isinstance(self.facts.kind(arg), _PLAIN)}
        return frozenset(texts) if built else None

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


def _target(node: cst.AssignTarget) -> str | None:
    return dotted(node.target)


def _bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """net.parameters() of list(net.parameters())"""
    if isinstance(node, cst.Call) and code(node.func) == "list" and len(node.args) == 1:
        return node.args[0].value
    return node


def _parts(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """a and b of a + b, of [*a, *b] and of itertools.chain(a, b)"""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        yield from (*_parts(node.left), *_parts(node.right))
    elif isinstance(node, (cst.List, cst.Tuple)) and node.elements:
        yield from (element.value for element in node.elements)
    elif isinstance(node, cst.Call) and code(node.func) in ("itertools.chain", "chain"):
        yield from (arg.value for arg in node.args)
    else:
        yield node


_MOVES = frozenset({"Module.to", "Module.cuda", "Module.cpu", "Module.train", "Module.eval"})
_PLAIN = (Array, Class, Device, Dtype, Named, Nothing, Number, Text)  # what holds no parameters
