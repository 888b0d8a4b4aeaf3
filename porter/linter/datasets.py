"""Chains of calls on a tf.data.Dataset: `dataset.map(f).batch(32)`."""

from __future__ import annotations

import ast
from itertools import pairwise

from porter.linter.file import File
from porter.linter.kinds import What

_BETWEEN = frozenset("shuffle repeat prefetch with_options".split())


def batches_after(call: ast.Call, file: File) -> bool:
    """Whether what a call gives is cut into batches, and nothing between needs single rows."""
    below: ast.Call | None = call
    while below is not None:
        below = _outer(below, file) or _next(below, file)
        name = below.func.attr if below and isinstance(below.func, ast.Attribute) else ""
        if name not in _BETWEEN:
            return name == "batch"
    return False


def _outer(call: ast.Call, file: File) -> ast.Call | None:
    """The next call of a chain: `….map(f).batch(32)`."""
    method = file.tree.parent(call)
    outer = file.tree.parent(method) if isinstance(method, ast.Attribute) else None
    return outer if isinstance(outer, ast.Call) and outer.func is method else None


def _next(call: ast.Call, file: File) -> ast.Call | None:
    """The call on the same name in the statement behind `dataset = ...`."""
    statement = file.tree.parent(call)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return None
    following = file.once(_following, file.tree.parent(statement)).get(statement)
    for other in ast.walk(following) if isinstance(following, ast.Assign) else ():
        if isinstance(other, ast.Call) and isinstance(other.func, ast.Attribute):
            if ast.unparse(other.func.value) == statement.targets[0].id:
                return other
    return None


def _following(block: ast.AST | None, file: File) -> dict[ast.stmt, ast.stmt]:
    """What stands behind each statement of a block."""
    body: list[ast.stmt] = getattr(block, "body", [])
    return dict(pairwise(body))


def is_dataset(node: ast.expr, file: File) -> bool:
    """Whether this is a tf.data.Dataset for sure."""
    return file.kind(node).what is What.DATASET
