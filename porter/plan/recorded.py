"""Functions that gradients flow through: a tape may be open around every call of them."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.facts import Facts
from porter.kinds import (
    Derived,
    Dictionary,
    Function,
    Instance,
    Kind,
    Sequence,
    Size,
    Tuple,
    Union,
    may_be_tensor,
    members,
)
from porter.plan.model import Plan
from porter.plan.together import span
from porter.tree import walk


def recorded_functions(facts: Facts, plan: Plan) -> frozenset[cst.FunctionDef]:
    """The functions of the file that a taped statement calls, and those that they call."""
    open_: list[cst.CSTNode] = []
    for update in plan.updates():
        open_ += [*update.slice, *update.losses]
    for leaf in plan.leaves:
        open_.append(leaf.first)
    for one in plan.acting:
        suite = facts.index.parents[one.first].body  # type: ignore[attr-defined]
        open_ += span(suite, one.first, one.last)
    return functions_called(facts, open_)


def functions_called(facts: Facts, statements: Iterable[cst.CSTNode]) -> frozenset[cst.FunctionDef]:
    """The functions of the file that are called there, and those that they call."""
    found: set[cst.FunctionDef] = set()
    open_ = list(statements)
    while open_:
        for node in walk(open_.pop()):
            if type(node) is not cst.Call:
                continue
            kind: Kind | None = facts.kind(node.func)
            kind = kind.of if isinstance(kind, Derived) else kind
            info = facts.functions.get(kind.name) if isinstance(kind, Function) else None
            if isinstance(kind, Instance):
                info = facts.method(kind, "__call__")
            if info is not None and info.home in (None, facts) and info.node not in found:
                found.add(info.node)
                open_.append(info.node.body)
    return frozenset(found)


def giving_functions(facts: Facts) -> frozenset[cst.FunctionDef]:
    """The functions that give tensors back: another file may call them under its tape."""
    return frozenset(
        info.node
        for info in facts.functions.values()
        if _gives(info.returns) or any(_holds(facts, value) for value in _returned(info.node))
    )


def _returned(function: cst.FunctionDef) -> list[cst.BaseExpression]:
    lines = (node for node in walk(function.body) if isinstance(node, cst.Return))
    return [line.value for line in lines if line.value is not None]


def _holds(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether a tensor stands in `{"actor": (loss, optimizer)}`, or in `Losses(loss)`."""
    if isinstance(node, (cst.Dict, cst.Tuple, cst.List)):
        return any(_holds(facts, element.value) for element in node.elements)
    if isinstance(node, cst.Call) and isinstance(facts.kind(node), Instance):
        return any(_holds(facts, arg.value) for arg in node.args)
    return _gives(facts.kind(node))


def _gives(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return any(map(_gives, kind.items))
    if isinstance(kind, Dictionary):
        return any(_gives(value) for _, value in kind.entries)
    if isinstance(kind, Sequence) and not isinstance(kind, Size):
        return _gives(kind.item)
    return any(map(_gives, members(kind))) if isinstance(kind, Union) else may_be_tensor(kind)
