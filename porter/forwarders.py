"""`Variable = lambda *a, **k: f(*a, **k).cuda() if gpu else f(*a, **k)` is `Variable = f`.

Programs of 2018 have such a line to move all that a function of torch makes. TensorFlow places
tensors itself, so the function is left, and calls of its new name are calls of it.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.tree import dotted, mapped


def without_moves(module: cst.Module, text: str) -> cst.Module:
    """The module with such lambdas replaced by the functions that they call."""
    if "lambda *" not in text or ".cuda(" not in text:
        return module
    found = _replaced(module)
    assert isinstance(found, cst.Module)
    return found


def _replaced(node: Any) -> Any:
    if isinstance(node, cst.Assign) and isinstance(node.value, cst.Lambda):
        function = _called(node.value.params, node.value.body)
        return node.with_changes(value=function) if function is not None else node
    return mapped(node, _replaced)


def _called(params: cst.Parameters, body: cst.BaseExpression) -> cst.BaseExpression | None:
    """The function that gets all arguments of the lambda, as it gets them, on either device."""
    if isinstance(body, cst.IfExp):
        here, there = _called(params, body.body), _called(params, body.orelse)
        return here if here and there and code(here) == code(there) else None
    if not isinstance(body, cst.Call):
        return None
    if isinstance(body.func, cst.Attribute) and body.func.attr.value == "cuda" and not body.args:
        return _called(params, body.func.value)
    star, stars = params.star_arg, params.star_kwarg
    if not isinstance(star, cst.Param) or stars is None or params.params or params.kwonly_params:
        return None
    given = [(arg.star, dotted(arg.value)) for arg in body.args]
    handed_on = given == [("*", star.name.value), ("**", stars.name.value)]
    return body.func if handed_on and dotted(body.func) else None
