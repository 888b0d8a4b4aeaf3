"""Shapes: sums of them, `x.shape[:-1] + (-1,)`, and batches whose size is open in a trace."""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Shape, Size
from porter.tree import item_owner

_RESHAPES = ("torch.reshape", "Tensor.reshape", "Tensor.view")
_LENGTH = re.compile(r"[\w.]+\.shape\[0\]")
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


def opened(api: str, built: Any) -> Any:
    """`tf.reshape(y, [-1, n])` for `[x.shape[0], n]`, in a trace: if a batch's size is open there,
    `x.shape[0]` is None. torch takes no shape for which the two differ."""
    if api not in _RESHAPES or not isinstance(built, cst.Call) or len(built.args) != 2:
        return built
    shape = built.args[1].value
    if not isinstance(shape, (cst.List, cst.Tuple)) or len(shape.elements) < 2:
        return built
    first, *rest = shape.elements
    if not _LENGTH.fullmatch(code(first.value)) or not all(map(_is_size, rest)):
        return built
    open_ = first.with_changes(value=cst.parse_expression("-1"))
    shape = shape.with_changes(elements=[open_, *rest])
    return built.with_changes(args=[built.args[0], built.args[1].with_changes(value=shape)])


def _is_size(node: Any) -> bool:
    """`4`, `self.n`, `self.n * 2`"""
    if isinstance(node, cst.Element):
        return _is_size(node.value)
    if isinstance(node, cst.BinaryOperation):
        return _is_size(node.left) and _is_size(node.right)
    return isinstance(node, (cst.Integer, cst.Attribute))  # what is hardly -1


def _of_tensor(facts: Facts, node: cst.BaseExpression) -> bool:
    """`x.shape`, `x.size()[1:]`"""
    node = item_owner(node)
    return facts.api(node) in _ASKED


def _elements(side: cst.BaseExpression) -> list[cst.BaseElement]:
    if isinstance(side, (cst.Tuple, cst.List)):
        return [e.with_changes(comma=cst.MaybeSentinel.DEFAULT) for e in side.elements]
    if isinstance(side, cst.Call) and code(side.func) == "tuple" and len(side.args) == 1:
        return _elements(side.args[0].value)  # of `torch.Size([-1])`
    return [cst.StarredElement(side)]
