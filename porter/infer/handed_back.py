"""Functions that hand an argument back: `def layer_init(layer, std): …; return layer`."""

from __future__ import annotations

import libcst as cst

from porter.remembered import remembered
from porter.tree import only, statements, walk


@remembered
def handed_back(node: cst.FunctionDef) -> tuple[int, str] | None:
    """Place and name of the parameter that every call returns as it came; None if there is none."""
    body = statements(node.body)
    end = only(body[-1]) if body else None
    if not isinstance(end, cst.Return) or not isinstance(end.value, cst.Name):
        return None
    name = end.value.value
    places = [param.name.value for param in (*node.params.posonly_params, *node.params.params)]
    if name not in places:
        return None
    for below in walk(node.body):
        if isinstance(below, cst.Return):
            if not isinstance(below.value, cst.Name) or below.value.value != name:
                return None
        target = below.name if isinstance(below, cst.AsName) else getattr(below, "target", None)
        if target is not None and _binds(target, name):
            return None
    return places.index(name), name


def _binds(target: cst.CSTNode, name: str) -> bool:
    if isinstance(target, (cst.Tuple, cst.List)):
        return any(_binds(element.value, name) for element in target.elements)
    return isinstance(target, cst.Name) and target.value == name
