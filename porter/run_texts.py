"""Texts that a program runs, `exec("config['scale'] = 0.1")`: nobody reads them but Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

import libcst as cst

from porter.rulebook.bind import UNKNOWN_VALUE, literal
from porter.tree import walk

_STORES = (ast.Attribute, ast.Subscript)
_PLACES = (ast.Store, ast.Del)
_CALL = re.compile(r"""(['"])[A-Za-z_][\w.\[\]]*\.\w+\([^\n]*\)\1""")  # "config.update(scale=0.1)"
_METHOD = re.compile(r"\.\w+\(")


def may_change(runner: str, text: cst.BaseExpression, texts: Sequence[str]) -> bool:
    """Whether `eval` or `exec` of a text may change an object, or a name of the file's; `texts`
    are those of the program's files, in which the text may stand."""
    known = literal(text)
    if isinstance(known, str):
        return _changes(known)
    if runner.endswith("exec"):
        return True
    parts = [n.value for n in walk(text) if isinstance(n, cst.FormattedStringText)]
    if parts:
        return any(map(_METHOD.search, parts))
    return known is UNKNOWN_VALUE and any(map(_CALL.search, texts))


def _changes(text: str) -> bool:
    try:
        tree = ast.parse(text.strip())
    except (SyntaxError, ValueError):
        return False  # it stops, as it does in the port
    return any(map(_is_change, ast.walk(tree)))


def _is_change(node: ast.AST) -> bool:
    if isinstance(node, _STORES):
        return isinstance(node.ctx, _PLACES)
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, _PLACES)
    return isinstance(node, (ast.AugAssign, ast.Global)) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )
