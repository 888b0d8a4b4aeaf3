"""The order in which names are bound: arguments of a train body stand in it."""

from __future__ import annotations

import libcst as cst

from porter.tree import walk, walk_statements


def bound_order(node: cst.CSTNode) -> dict[str, int]:
    """Names in the order in which a function or module binds them."""
    found: dict[str, int] = {}
    for below in walk_statements(node):
        places: list[cst.CSTNode] = []
        if isinstance(below, cst.FunctionDef):
            places = [param.name for param in walk(below.params) if isinstance(param, cst.Param)]
        elif isinstance(below, cst.Assign):
            places = [target.target for target in below.targets]
        elif isinstance(below, cst.For):
            places = [below.target]
        for name in (n for place in places for n in walk(place) if isinstance(n, cst.Name)):
            found.setdefault(name.value, len(found))
    return found


def ordered_writes(statement: cst.CSTNode) -> list[str]:
    """The names a statement binds, as they stand."""
    found: list[str] = []
    for node in walk(statement):
        if isinstance(node, (cst.AssignTarget, cst.AugAssign, cst.AnnAssign)):
            found += [n.value for n in walk(node.target) if isinstance(n, cst.Name)]
    return found
