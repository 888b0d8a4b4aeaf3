"""What is known of a template with the arguments: x[1 : 1 + 2] is written x[1:3], and the shape
of tf.zeros([n, 2]) is [n, 2]."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import libcst as cst

from porter.rulebook.bind import literal
from porter.rulebook.parens import parsed
from porter.tree import dotted

_BINARY: dict[type[cst.BaseBinaryOp], Callable[[Any, Any], Any]] = {
    cst.Add: operator.add,
    cst.Subtract: operator.sub,
    cst.Multiply: operator.mul,
    cst.Divide: operator.truediv,
    cst.Power: operator.pow,
}
_CONVERSIONS: dict[str, Callable[[Any], Any]] = {"float": float, "int": int}


def folded(node: cst.BaseExpression) -> cst.BaseExpression:
    """The number that the expression gives, if all in it are numbers; else the expression."""
    value: Any = None
    if isinstance(node, cst.BinaryOperation) and type(node.operator) in _BINARY:
        left, right = _number(node.left), _number(node.right)
        if left is not None and right is not None:
            value = _computed(_BINARY[type(node.operator)], left, right)
    elif isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        number = _number(node.expression)
        value = -number if number is not None and number <= 0 else None
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and len(node.args) == 1:
        number = _number(node.args[0].value)
        if node.func.value in _CONVERSIONS and number is not None:
            value = _CONVERSIONS[node.func.value](number)
    return node if value is None else parsed(repr(value))


def shape_given(node: cst.BaseExpression) -> cst.BaseExpression:
    """[n, 2] of `tf.shape(tf.zeros([n, 2]))`, which is an argument."""
    made = _asked(node)
    if not isinstance(made, cst.Call) or not isinstance(made.func, cst.Attribute) or not made.args:
        return node
    given = made.args[0].value
    sizes = isinstance(given, cst.List) or _asked(given) is not None
    return given if sizes and made.func.attr.value in ("zeros", "ones") else node


def tuple_given(node: cst.BaseExpression) -> cst.BaseExpression:
    """`(2, 3)` of `tuple([2, 3])`"""
    if not isinstance(node, cst.Call) or dotted(node.func) != "tuple" or len(node.args) != 1:
        return node
    given = node.args[0].value
    if not isinstance(given, (cst.List, cst.Tuple)) or not given.elements:
        return node
    elements = [e.with_changes(comma=cst.MaybeSentinel.DEFAULT) for e in given.elements]
    return cst.Tuple(elements, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _asked(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The tensor whose shape it is: x of `x.shape` and `tf.shape(x)`."""
    if isinstance(node, cst.Attribute):
        return node.value if node.attr.value == "shape" else None
    if isinstance(node, cst.Call) and dotted(node.func) == "tf.shape" and len(node.args) == 1:
        return node.args[0].value
    return None


def _number(node: cst.BaseExpression) -> int | float | None:
    value = literal(node)
    return value if type(value) in (int, float) else None


def _computed(function: Callable[[Any, Any], Any], left: float, right: float) -> Any:
    """None where Python raises, or where the number says less than the expression: 2**200."""
    try:
        value = function(left, right)
    except ArithmeticError:
        return None
    return value if type(value) in (int, float) and abs(value) < 1e16 else None
