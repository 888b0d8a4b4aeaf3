"""Functions that give a network of the class that they were given: the network, or a copy of it.

def create_target(net):
    target = deepcopy(net)
    freeze(target)
    return target
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.remembered import remembered
from porter.tree import dotted, only, statements, walk
from porter.views import DEEP_COPIES

Bound = dict[str, list[cst.BaseExpression | None]]  # what a name is bound to, None of a loop, say
_ITSELF = frozenset("cpu cuda double eval float half requires_grad_ share_memory to train".split())


@remembered
def kept_class(node: cst.FunctionDef) -> tuple[int, str] | None:
    """Place and name of the parameter that every call returns, or a copy of it; None if there is
    none."""
    body = statements(node.body)
    if not body or not isinstance(only(body[-1]), cst.Return):
        return None
    places = [param.name.value for param in (*node.params.posonly_params, *node.params.params)]
    inside = [*walk(node.body)]
    bound: Bound = {}
    for below in inside:
        for name, value in _bindings(below):
            bound.setdefault(name, []).append(value)
    origins = {_origin(n.value, bound) for n in inside if isinstance(n, cst.Return)}
    found = origins.pop() if len(origins) == 1 else None
    return (places.index(found), found) if found is not None and found in places else None


def _bindings(node: cst.CSTNode) -> Iterator[tuple[str, cst.BaseExpression | None]]:
    if isinstance(node, cst.Assign):
        plain = len(node.targets) == 1 and isinstance(node.targets[0].target, cst.Name)
        for target in node.targets:
            yield from ((name, node.value if plain else None) for name in _names(target.target))
    elif isinstance(node, cst.AsName):
        yield from ((name, None) for name in _names(node.name))
    elif not isinstance(node, cst.AssignTarget):
        yield from ((name, None) for name in _names(getattr(node, "target", None)))


def _names(target: cst.CSTNode | None) -> Iterator[str]:
    if isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from _names(element.value)
    elif isinstance(target, cst.Name):
        yield target.value


def _origin(value: cst.BaseExpression | None, bound: Bound) -> str | None:
    """net of `deepcopy(net).to(device)`, also through names that are bound once."""
    seen = set[str]()
    while value is not None:
        if isinstance(value, cst.Name):
            if value.value not in bound or value.value in seen:  # net = net.to(device)
                return value.value
            seen.add(value.value)
            values = bound[value.value]
            value = values[0] if len(values) == 1 else None
        elif not isinstance(value, cst.Call):
            return None
        elif dotted(value.func) in DEEP_COPIES and len(value.args) == 1:
            value = value.args[0].value
        elif isinstance(value.func, cst.Attribute) and value.func.attr.value in _ITSELF:
            value = value.func.value
        else:
            return None
    return None
