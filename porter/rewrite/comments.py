"""No comment is lost: what stood inside of a statement that is written anew stands above it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from porter.rewrite.origins import Lines
from porter.source import syntax_tree

_COMMENT = re.compile(r"#.*")


class Comment(NamedTuple):
    """A comment and its line."""

    text: str
    line: int


def with_comments(text: str, output: str, newline: str, lines: Callable[[], Lines]) -> str:
    """The output with the comments of the original that it lacks, each above its statement.

    `lines` tells which line of the output came from which of the original.
    """
    if not Counter(_COMMENT.findall(text)) - Counter(_COMMENT.findall(output)):
        return output
    lost = _lost(text, output)
    if not lost:
        return output
    places = _Places(text, lines())
    rows = io.StringIO(output, newline="").readlines()
    for comment in reversed(lost):
        at = places.of(comment.line, len(rows) + 1) - 1
        row = rows[at] if at < len(rows) else ""
        indent = row[: len(row) - len(row.lstrip(" \t"))]
        rows.insert(at, f"{indent}{comment.text}{newline}")
    return "".join(rows)


def _lost(text: str, output: str) -> list[Comment]:
    """The comments that are not as often in the output, in order."""
    comments = _comments(text)
    missing = Counter(c.text for c in comments) - Counter(c.text for c in _comments(output))
    found = []
    for comment in comments:
        if missing[comment.text]:
            missing[comment.text] -= 1
            found.append(comment)
    return found


def _comments(text: str) -> list[Comment]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = (token for token in tokens if token.type == tokenize.COMMENT)
    return [Comment(token.string.rstrip(), token.start[0]) for token in comments]


class _Places:
    """The lines of the output where a comment can stand."""

    def __init__(self, text: str, lines: Lines) -> None:
        statements = (n for n in ast.walk(syntax_tree(text)) if isinstance(n, ast.stmt))
        self.statements = sorted({statement.lineno for statement in statements})
        self.outputs: dict[int, int] = {}
        for source, line in lines:
            self.outputs[source] = min(line, self.outputs.get(source, line))
        self.known = sorted(self.outputs)

    def of(self, line: int, end: int) -> int:
        """The line of the output before which a comment of this line of the original belongs."""
        number = bisect_right(self.statements, line)
        own = self.statements[number - 1] if number else 0
        if own in self.outputs:
            return self.outputs[own]
        behind = bisect_left(self.known, line)
        return self.outputs[self.known[behind]] if behind < len(self.known) else end
