"""Lines whose text is known are copied into the output: to generate them costs much more."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import libcst as cst

from porter.codegen import Line
from porter.positions import beside
from porter.source import syntax_tree
from porter.tree import is_expression, mapped

Texts = Mapping[cst.CSTNode, str]  # of simple statements that stand on one line of their own


@lru_cache(maxsize=1)
def original_texts(module: cst.Module, text: str) -> Texts:
    """What the source has for them; `module` is its tree."""
    lines = io.StringIO(text, newline=None).read().split("\n")
    found: dict[cst.CSTNode, str] = {}
    for statement, twin in beside(module.body, syntax_tree(text).body):
        if type(statement) is not cst.SimpleStatementLine or twin.lineno != twin.end_lineno:
            continue
        line = lines[twin.lineno - 1]  # where its columns are bytes
        if line.isascii() and _is_alone(statement):
            found[statement] = line[twin.col_offset : twin.end_col_offset]
    return found


def _is_alone(line: cst.SimpleStatementLine) -> bool:
    return len(line.body) == 1 and line.body[0].semicolon is cst.MaybeSentinel.DEFAULT


def with_texts(module: cst.Module, texts: Texts) -> cst.Module:
    """The module with these statements as text."""

    def change(node: Any) -> Any:
        if type(node) is cst.SimpleStatementLine:
            if node not in texts:
                return node
            return Line(texts[node], node.leading_lines, node.trailing_whitespace)
        return node if is_expression(node) else mapped(node, change)

    found = change(module)
    assert isinstance(found, cst.Module)
    return found
