"""The functions and classes of a text in which a pattern is found: it takes less time to parse
those than all of a long file."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator

from porter.source import syntax_tree


def top_level(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """The texts of these statements, in order; none of a text that does not parse."""
    try:
        body = syntax_tree(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = io.StringIO(text, newline=None).readlines()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            part = "".join(lines[first - 1 : node.end_lineno])
            if pattern.search(part):
                yield part
