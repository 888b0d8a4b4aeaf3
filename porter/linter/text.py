"""A text by lines, and what characters of it a node of the tree is."""

from __future__ import annotations

import ast
import io
from itertools import accumulate


class Text:
    """Lines as Python counts them. The tree counts columns in bytes, people in characters."""

    def __init__(self, text: str) -> None:
        self.whole = text
        kept = io.StringIO(text, newline="").readlines()
        self.lines = [line.rstrip("\r\n") for line in kept]
        self._starts = [0, *accumulate(map(len, kept))]

    def column(self, line: int, offset: int) -> int:
        """The column, from 1, of a byte of a line."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode("utf-8")[:offset].decode("utf-8", "replace")) + 1

    def index(self, line: int, offset: int) -> int:
        """The character of the whole text that a byte of a line is."""
        return self._starts[line - 1] + self.column(line, offset) - 1

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The first character of a node, and the one behind it."""
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self.index(node.lineno, node.col_offset), self.index(end_line, end)

    def of(self, node: ast.expr | ast.stmt) -> str:
        """A node as it is written."""
        start, end = self.span(node)
        return self.whole[start:end]
