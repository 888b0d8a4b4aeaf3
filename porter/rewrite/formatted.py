"""New code inside of f-strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.tree import mapped


def with_quotes_kept(node: cst.FormattedString, ported: Callable[[Any], Any]) -> Any:
    """An f-string with its parts ported: they may not use the string's own quotes."""
    quote = node.start[-1]

    def change(part: Any) -> Any:
        new = ported(part)
        if new is part or not isinstance(new, cst.FormattedStringExpression):
            return new
        text = code(new.expression)
        if quote not in text or quote in code(part.expression):
            return new
        other = "'" if quote == '"' else '"'
        return new.with_changes(expression=cst.parse_expression(text.replace(quote, other)))

    return mapped(node, change)
