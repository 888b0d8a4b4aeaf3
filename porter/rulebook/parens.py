"""Parentheses exactly where precedence or line breaks need them; libcst adds none."""

from __future__ import annotations

import functools
from functools import lru_cache
from typing import Any, TypeVar

import libcst as cst

from porter.tree import is_expression

N = TypeVar("N", bound=cst.CSTNode)

_ATOM = 20
_UNARY = 13
_POWER = 14
_COMPARE = 6
_OPERATORS: dict[type[cst.CSTNode], int] = {
    cst.Or: 3,
    cst.And: 4,
    cst.BitOr: 7,
    cst.BitXor: 8,
    cst.BitAnd: 9,
    cst.LeftShift: 10,
    cst.RightShift: 10,
    cst.Add: 11,
    cst.Subtract: 11,
    cst.Multiply: 12,
    cst.Divide: 12,
    cst.FloorDivide: 12,
    cst.Modulo: 12,
    cst.MatrixMultiply: 12,
    cst.Power: _POWER,
    cst.Not: 5,
    cst.Plus: _UNARY,
    cst.Minus: _UNARY,
    cst.BitInvert: _UNARY,
}
_LOW: dict[type[cst.CSTNode], int] = {
    cst.NamedExpr: 0,
    cst.Yield: 0,
    cst.Tuple: 0,
    cst.GeneratorExp: 0,
    cst.Lambda: 1,
    cst.IfExp: 2,
    cst.Comparison: _COMPARE,
    cst.Await: 15,
    cst.Integer: 19,  # 1.real is no Python
}
# What a child must at least be, by parent and field.
_NEEDS: dict[tuple[type[cst.CSTNode], str], int] = {
    (cst.Attribute, "value"): _ATOM,
    (cst.Subscript, "value"): 19,
    (cst.Call, "func"): 19,
    (cst.Element, "value"): 1,
    (cst.DictElement, "key"): 1,
    (cst.DictElement, "value"): 1,
    (cst.StarredElement, "value"): 7,
    (cst.Slice, "lower"): 1,
    (cst.Slice, "upper"): 1,
    (cst.Slice, "step"): 1,
    (cst.Index, "value"): 0,
    (cst.IfExp, "body"): 3,
    (cst.IfExp, "test"): 3,
    (cst.IfExp, "orelse"): 2,
    (cst.Lambda, "body"): 1,
    (cst.CompFor, "iter"): 3,
    (cst.CompIf, "test"): 3,
    (cst.ListComp, "elt"): 1,
    (cst.GeneratorExp, "elt"): 1,
    (cst.SetComp, "elt"): 1,
    (cst.Comparison, "left"): _COMPARE + 1,
    (cst.ComparisonTarget, "comparator"): _COMPARE + 1,
    (cst.Await, "expression"): 16,
    (cst.NamedExpr, "value"): 1,
}
_WITH_OPERATOR = frozenset({cst.BinaryOperation, cst.BooleanOperation, cst.UnaryOperation})
# Inside of these a line may end anywhere.
_BRACKETS = frozenset(
    {cst.Arg, cst.Element, cst.DictElement, cst.Index, cst.Slice, cst.ListComp, cst.SetComp}
)


def repaired(node: N, bracketed: bool = True) -> N:
    """The node, with parentheses around those of its children that need them.

    `bracketed` says whether a line may end anywhere around the node.
    """
    changes: dict[str, Any] = {}
    if isinstance(node, cst.Call) and len(node.args) > 1:
        args = [_alone(arg) for arg in node.args]
        if any(new is not old for new, old in zip(args, node.args)):
            changes["args"] = args
    for field, need in _fields(node):
        child = getattr(node, field)
        if not is_expression(child) or child.lpar:
            continue
        broken = not (bracketed or type(node) in _BRACKETS) and breaks(child)
        if _precedence(child) < need or broken:
            changes[field] = parenthesized(child)
    return node.with_changes(**changes) if changes else node


def _alone(arg: cst.Arg) -> cst.Arg:
    """A bare generator may only be the sole argument."""
    if isinstance(arg.value, cst.GeneratorExp) and not arg.value.lpar:
        return arg.with_changes(value=parenthesized(arg.value))
    return arg


def whole(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression as it can stand on its own, outside of brackets."""
    return parenthesized(node) if breaks(node) else node


def parenthesized(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression in parentheses."""
    return node.with_changes(
        lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()]
    )


def bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression without brackets of its own, where an argument stands on one line."""
    if len(node.lpar) != 1 or isinstance(node, _BRACKETED):
        return node
    ends = node.lpar[0].whitespace_after, node.rpar[0].whitespace_before
    if any(isinstance(end, cst.ParenthesizedWhitespace) for end in ends):
        return node
    return node.with_changes(lpar=[], rpar=[])


_BRACKETED = (cst.Tuple, cst.GeneratorExp, cst.NamedExpr, cst.Yield)


def breaks(node: cst.BaseExpression) -> bool:
    """Whether the expression has a line break that is not inside its own brackets."""
    return not node.lpar and _is_broken(node)


def _is_broken(part: Any) -> bool:
    """The same of what an expression is made of: operators and white space, too."""
    if isinstance(part, (list, tuple)):
        return any(map(_is_broken, part))
    kind: type[cst.CSTNode] = type(part)
    if kind in _UNBROKEN or bool(getattr(part, "lpar", None)):
        return False
    if kind is cst.ParenthesizedWhitespace:
        return True
    return any(_is_broken(getattr(part, field)) for field in _outside(kind))


@functools.cache
def _outside(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The fields that do not stand inside of the node's own brackets."""
    inside = _INSIDE.get(kind, ())
    fields = getattr(kind, "__dataclass_fields__", ())
    return tuple(field for field in fields if field not in inside)


_INSIDE: dict[type[cst.CSTNode], tuple[str, ...]] = {
    cst.Call: ("whitespace_before_args", "args"),
    cst.Subscript: ("lbracket", "slice", "rbracket"),
}
# Names and literals, and what has brackets of its own.
_UNBROKEN = frozenset(
    {cst.Name, cst.Integer, cst.Float, cst.Imaginary, cst.SimpleString, cst.FormattedString}
    | {cst.List, cst.Dict, cst.Set, cst.ListComp, cst.SetComp, cst.DictComp}
    | {cst.SimpleWhitespace, cst.MaybeSentinel, str, type(None)}
)


def _precedence(node: cst.BaseExpression) -> int:
    if node.lpar:
        return _ATOM
    if type(node) in _WITH_OPERATOR:
        return _OPERATORS[type(node.operator)]  # type: ignore[attr-defined]
    return _LOW.get(type(node), _ATOM)


def _fields(node: Any) -> list[tuple[str, int]]:
    """The fields that hold an operand, with the precedence that each needs."""
    kind: type[cst.CSTNode] = type(node)
    if kind is cst.Arg:
        return [("value", 1 if node.keyword else 0)]
    if kind not in _WITH_OPERATOR:
        return _operands(kind)
    level = _OPERATORS[type(node.operator)]
    if kind is cst.UnaryOperation:
        return [("expression", level)]
    if level == _POWER:
        return [("left", level + 1), ("right", _UNARY)]
    return [("left", level), ("right", level + 1)]


@functools.cache
def _operands(kind: type[cst.CSTNode]) -> list[tuple[str, int]]:
    return [(field, need) for (parent, field), need in _NEEDS.items() if parent is kind]


@lru_cache(maxsize=1024)
def parsed(text: str) -> cst.BaseExpression:
    """The expression; templates are few, and used again and again."""
    return cst.parse_expression(text)
