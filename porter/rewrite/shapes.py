"""The sum of shapes: `x.shape[:-1] + (-1,)`."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Shape, Size

_ASKED = ("Tensor.shape", "Tensor.size")


def joined(facts: Facts, node: cst.BinaryOperation, new: Any) -> cst.Tuple | None:
    """`(*x.shape[:-1], -1)`: TensorFlow's shapes take no -1; None for what is no sum of shapes,
    and for one of tensors' own shapes alone."""
    sides = node.left, node.right
    shapes = any(isinstance(facts.kind(side), (Shape, Size)) for side in sides)
    if not isinstance(node.operator, cst.Add) or not shapes:
        return None
    if all(_of_tensor(facts, side) for side in sides):
        return None
    elements = [*_elements(new.left), *_elements(new.right)]
    parens = [cst.LeftParen()], [cst.RightParen()]
    return cst.Tuple(elements, lpar=parens[0], rpar=parens[1])


def _of_tensor(facts: Facts, node: cst.BaseExpression) -> bool:
    """`x.shape`, `x.size()[1:]`"""
    while isinstance(node, cst.Subscript):
        node = node.value
    return facts.api(node) in _ASKED


def _elements(side: cst.BaseExpression) -> list[cst.BaseElement]:
    if isinstance(side, (cst.Tuple, cst.List)):
        return [e.with_changes(comma=cst.MaybeSentinel.DEFAULT) for e in side.elements]
    if isinstance(side, cst.Call) and code(side.func) == "tuple" and len(side.args) == 1:
        return _elements(side.args[0].value)  # of `torch.Size([-1])`
    return [cst.StarredElement(side)]
