"""Lambdas: what their calls, and functions that are given one, tell of their parameters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import libcst as cst

from porter.facts import Scope
from porter.infer import passing
from porter.kinds import (
    TAINTED,
    UNKNOWN,
    Function,
    Kind,
    Module,
    Optimizer,
    Passed,
    Sequence,
    Union,
    item_of,
    join,
    members,
)
from porter.rulebook import Argument
from porter.tree import named_parameters


@dataclass(frozen=True)
class Anonymous(Kind):
    """A lambda that has a name; elsewhere than in inference it is unknown."""

    node: cst.Lambda


@dataclass(frozen=True)
class Bound(Kind):
    """A function with its first arguments: `functools.partial(f, x)`; unknown elsewhere, too."""

    of: Kind
    args: tuple[Argument, ...]


def anonymous(kind: Kind) -> list[cst.Lambda] | None:
    """The lambdas that a value may be; None where it may be something else, too."""
    found = [one.node for one in members(kind) if type(one) is Anonymous]
    return found if len(found) == len(members(kind)) else None


def outside(kind: Kind) -> Kind:
    """The kind as all but inference has it."""
    if type(kind) in _INSIDE:
        return UNKNOWN
    several = isinstance(kind, Union) and any(type(one) in _INSIDE for one in kind.kinds)
    return UNKNOWN if several else kind


_INSIDE = (Anonymous, Bound)
# What sorts or picks items by what `key` gives of each
_KEYED = frozenset({"builtins.max", "builtins.min", "builtins.sorted"})


class Lambdas:
    """What `Operators` knows of them."""

    scope: Scope

    def __init__(self) -> None:
        self._scopes: dict[cst.Lambda, Scope] = {}  # where each was made
        self._given: dict[cst.Lambda, dict[str, Kind]] = {}  # what all of its calls gave it so far
        self._running: set[cst.Lambda] = set()

    # -- what Evaluator adds
    def kind(self, node: cst.CSTNode) -> Kind:
        raise NotImplementedError

    def lambda_(self, node: cst.Lambda) -> Kind:
        found = self.lambda_body(node, [])  # no call tells what the arguments are
        self._scopes[node] = self.scope
        return Passed(found) if isinstance(found, (Module, Optimizer)) else Anonymous(node)

    def called_lambdas(self, lambdas: list[cst.Lambda], args: list[Argument]) -> Kind:
        """What a call of one of these gives."""
        return reduce(join, [self.called_lambda(one, args) for one in lambdas])

    def called_lambda(self, node: cst.Lambda, args: list[Argument]) -> Kind:
        """What a call of a lambda gives; its body is ported for what all calls give it."""
        if node not in self._scopes:  # another file's, kept in an attribute
            return TAINTED
        around, self.scope = self.scope, self._scopes[node]
        found: Kind = TAINTED
        if node not in self._running:
            given = self._taken_by(node, args)
            self._running.add(node)
            found = self._with(node, given)
            known = self._given.get(node, given)
            joined = {name: join(kind, given[name]) for name, kind in known.items()}
            self._given[node] = joined
            if joined != given:
                self._with(node, joined)
            self._running.discard(node)
        self.scope = around
        return found

    def _taken_by(self, node: cst.Lambda, args: list[Argument]) -> dict[str, Kind]:
        """The kinds of its parameters in a call; of what a call leaves out those of defaults."""
        names = [param.name.value for param in (*node.params.posonly_params, *node.params.params)]
        found: dict[str, Kind] = {name: UNKNOWN for name in passing.gathering(node.params) if name}
        for param in named_parameters(node.params):
            found[param.name.value] = self.kind(param.default) if param.default else TAINTED
        return found | dict(passing.given(node.params, names, args))

    def over_items(self, name: str, function: Argument, *over: Argument) -> Kind | None:
        """What filter(), map(), reduce() and partial() give; None where nothing is known."""
        node, items = function.node, [item_of(arg.kind) for arg in over]
        if isinstance(node, cst.Lambda) and not any(arg.star for arg in over):
            if name == "builtins.map":
                return Sequence(self.lambda_body(node, items))
            if name == "builtins.filter":
                self.lambda_body(node, items)
            elif name == "functools.reduce":
                item = reduce(join, [items[0], *(arg.kind for arg in over[1:])])
                return join(self.lambda_body(node, [item, item]), item)
        if name == "functools.partial" and isinstance(function.kind, Function):
            return Bound(function.kind, over)
        if name in _KEYED and isinstance(key := over[-1].node, cst.Lambda):
            if over[-1].keyword == "key":
                self.lambda_body(key, [item_of(function.kind)])
        return over[0].kind if name == "builtins.filter" else None

    def lambda_body(self, node: cst.Lambda, args: list[Kind]) -> Kind:
        """What a call of it gives, with these arguments in order."""
        for default in (param.default for param in named_parameters(node.params)):
            if default is not None:
                self.kind(default)
        named = dict.fromkeys(
            (param.name.value for param in named_parameters(node.params)), TAINTED
        )
        gathered: dict[str, Kind] = {
            name: UNKNOWN for name in passing.gathering(node.params) if name
        }
        return self._with(node, {**named, **gathered, **dict(zip(named, args))})

    def _with(self, node: cst.Lambda, given: dict[str, Kind]) -> Kind:
        """What it gives with these kinds of its parameters."""
        self.scope = Scope(self.scope)
        self.scope.names.update(given)
        found = self.kind(node.body)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return found
