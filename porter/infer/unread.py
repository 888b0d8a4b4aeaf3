"""`value, _ = x.max(1)`: what nobody reads need not be computed."""

from __future__ import annotations

import libcst as cst

from porter.index import Index


def only_first(index: Index, node: cst.Assign) -> cst.Name | None:
    """The first of two names that a call's results go to, where no line reads the second."""
    target = node.targets[0].target
    if len(node.targets) > 1 or not isinstance(node.value, cst.Call):
        return None
    if not isinstance(target, cst.Tuple) or len(target.elements) != 2:
        return None
    first, second = (element.value for element in target.elements)
    if not isinstance(first, cst.Name) or not isinstance(second, cst.Name):
        return None
    private = second.value.startswith("_") or index.function(node) is not None
    same = (name for name in index.all(cst.Name) if name.value == second.value)
    return first if private and all(is_target(index, name) for name in same) else None


def is_target(index: Index, node: cst.CSTNode) -> bool:
    """Whether an assignment or a loop binds the name, attribute or item there."""
    parent = index.parents.get(node)
    while isinstance(parent, (cst.Element, cst.StarredElement, cst.Tuple, cst.List)):
        node, parent = parent, index.parents.get(parent)
    if isinstance(parent, (cst.For, cst.CompFor, cst.AnnAssign, cst.NamedExpr)):
        return parent.target is node
    return isinstance(parent, cst.AssignTarget)
