"""The statements of a file, and which of them its runs came to."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.evidence.model import Mark

_LISTS = ("body", "orelse", "finalbody")


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """The lists of statements that run one behind the other. What a class has runs with it."""
    for node in ast.walk(tree):
        for name in () if isinstance(node, ast.ClassDef) else _LISTS:
            found = getattr(node, name, None)
            if isinstance(found, list) and found:
                yield found


def is_marked(statement: ast.stmt) -> bool:
    """Whether a run tells that it came there: nothing may stand above the others."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return False
    return not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")


def mark(statement: ast.stmt) -> Mark:
    """Its line, and its column in bytes, from 1."""
    return statement.lineno, statement.col_offset + 1
