"""Functions that gradients flow through: a tape may be open around every call of them."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.facts import Facts
from porter.kinds import Derived, Function, Kind, Tuple, may_be_tensor
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
            if info is not None and info.node not in found:
                found.add(info.node)
                open_.append(info.node.body)
    return frozenset(found)


def giving_functions(facts: Facts) -> frozenset[cst.FunctionDef]:
    """The functions that give tensors back: another file may call them under its tape."""
    return frozenset(info.node for info in facts.functions.values() if _gives(info.returns))


def _gives(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return any(_gives(item) for item in kind.items)
    return may_be_tensor(kind)
