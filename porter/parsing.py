"""libcst's parser, without the checks that its nodes make of themselves."""

from __future__ import annotations

from itertools import pairwise

import libcst as cst

from porter.native_nodes import unchecked
from porter.outline import first_line
from porter.source import syntax_tree

# Its time for a line grows with the text: 27,820 lines take 4.1 s at once and 2.9 s in pieces
_AT_ONCE = 4_000  # lines
_PIECE = 1_000


def parsed(text: str) -> cst.Module:
    """The tree of a text: what the parser makes is Python."""
    return unchecked(lambda: _in_pieces(text) or cst.parse_module(text))


def _in_pieces(text: str) -> cst.Module | None:
    """The same tree out of pieces of a long text; None where they would not give the same."""
    if text.count("\n") < _AT_ONCE or not {"\r", "\f"}.isdisjoint(text):
        return None
    lines = text.split("\n")
    starts = _starts(text, lines)
    pieces = []
    for start, end in pairwise(starts):
        # What stands between two statements belongs to the second: here to one that goes
        pieces.append(cst.parse_module("\n".join([*lines[start:end], "pass", ""])))
    pieces.append(cst.parse_module("\n".join(lines[starts[-1] :])))
    if len({piece.default_indent for piece in pieces}) > 1:
        return None
    body = list(pieces[0].body)
    for piece in pieces[1:]:
        above = body.pop().leading_lines
        body += [piece.body[0].with_changes(leading_lines=above), *piece.body[1:]]
    return pieces[-1].with_changes(header=pieces[0].header, body=body)


def _starts(text: str, lines: list[str]) -> list[int]:
    """The lines, from 0, at which the pieces begin: each is the first line of a statement."""
    found, end = [0], 0
    try:
        body = syntax_tree(text).body
    except (SyntaxError, ValueError, RecursionError):
        return found
    for statement in body:
        first = first_line(statement) - 1
        if first - found[-1] >= _PIECE and first >= end and not lines[first - 1].endswith("\\"):
            found.append(first)
        end = statement.end_lineno or first
    return found
