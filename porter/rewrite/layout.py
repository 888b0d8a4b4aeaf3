"""Line breaks of rewritten calls: what stood on several lines still does."""

from __future__ import annotations

from typing import Any

import libcst as cst

_BRACKETED = (cst.Tuple, cst.GeneratorExp, cst.NamedExpr, cst.Yield)


def spread(original: cst.CSTNode, built: Any) -> Any:
    """`(⏎ a * b ⏎).clamp(lo, hi)` becomes `f(⏎ a * b, lo, hi ⏎)`: the brackets move outward."""
    if not isinstance(built, cst.Call) or not built.args:
        return built
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
