"""Line breaks of rewritten calls: what stood on several lines still does."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.tree import dotted

_BRACKETED = (cst.Tuple, cst.GeneratorExp, cst.NamedExpr, cst.Yield)


def spread(original: cst.CSTNode, built: Any) -> Any:
    """`(⏎ a * b ⏎).clamp(lo, hi)` becomes `f(⏎ a * b, lo, hi ⏎)`: the brackets move outward."""
    if not isinstance(built, cst.Call) or not built.args:
        return built
    if isinstance(original, cst.Call) and _moved_in(original, built):
        return _prepended(original, built)
    first: Any = built.args[0].value
    left, right = list(first.lpar), list(first.rpar)
    if len(left) != 1 or len(right) != 1 or isinstance(first, _BRACKETED):
        return built
    opening, closing = left[0].whitespace_after, right[0].whitespace_before
    plain = first.with_changes(lpar=[], rpar=[])
    if not isinstance(opening, cst.ParenthesizedWhitespace):
        return built.with_changes(args=[built.args[0].with_changes(value=plain), *built.args[1:]])
    args = [built.args[0].with_changes(value=plain), *built.args[1:]]
    newline = opening.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
    between = [
        arg.with_changes(comma=cst.Comma(whitespace_after=newline))
        if index < len(args) - 1
        else arg.with_changes(whitespace_after_arg=closing, comma=cst.MaybeSentinel.DEFAULT)
        for index, arg in enumerate(args)
    ]
    return built.with_changes(args=between, whitespace_before_args=opening)


def joined(value: cst.BaseExpression) -> cst.BaseExpression:
    """`a⏎ / b`, which stood in a call's brackets, on one line; with a comment it stays as it is."""
    if not isinstance(value, cst.BinaryOperation) or value.lpar:
        return value
    operator: Any = value.operator
    spaces = {"whitespace_before": operator.whitespace_before}
    spaces["whitespace_after"] = operator.whitespace_after
    for field, space in spaces.items():
        if isinstance(space, cst.ParenthesizedWhitespace) and "#" not in code(space):
            spaces[field] = cst.SimpleWhitespace(" ")
    return value.with_changes(left=joined(value.left), operator=operator.with_changes(**spaces))


def _moved_in(original: cst.Call, built: cst.Call) -> bool:
    """`optim.Adam(⏎ groups ⏎)` becomes `ParamGroups(⏎ Adam,⏎ groups ⏎)`."""
    last = (dotted(original.func) or "").rpartition(".")[2]
    first = built.args[0].value
    return isinstance(first, cst.Name) and first.value == last


def _prepended(original: cst.Call, built: cst.Call) -> cst.Call:
    """The call with the lines of the original, and its first argument on a line of its own."""
    opening = original.whitespace_before_args
    if not isinstance(opening, cst.ParenthesizedWhitespace):
        return built
    rest = built.args[1:]
    olds = [*original.args[: len(rest) - 1], original.args[-1]]
    rest = [
        old.with_changes(value=new.value, keyword=new.keyword, equal=new.equal)
        for old, new in zip(olds, rest)
    ]
    first = built.args[0].with_changes(comma=cst.Comma(whitespace_after=opening))
    return built.with_changes(args=[first, *rest], whitespace_before_args=opening)
