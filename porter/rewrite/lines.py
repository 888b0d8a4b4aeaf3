"""Comments and blank lines: they move with the code that they stand at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import libcst as cst

from porter.cells import CELL_MARK
from porter.codegen import code
from porter.partial import LEFT
from porter.plan.model import Problem
from porter.recomputation.edits import replaced
from porter.tree import walk_statements

S = TypeVar("S", bound=cst.BaseStatement)
Lines = tuple[cst.EmptyLine, ...]


def leading(node: cst.CSTNode) -> Lines:
    """The blank lines and comments above a statement."""
    return tuple(getattr(node, "leading_lines", ()))


def with_leading(node: S, lines: Sequence[cst.EmptyLine]) -> S:
    """The statement under other lines."""
    return node.with_changes(leading_lines=list(lines))


def comments(node: cst.CSTNode) -> Lines:
    """What stays of a statement that goes: its comments above and behind it."""
    kept = leading(node)
    trailing = getattr(node, "trailing_whitespace", None) or getattr(
        getattr(node, "body", None), "header", None
    )
    if isinstance(trailing, cst.TrailingWhitespace) and trailing.comment is not None:
        kept = (*kept, cst.EmptyLine(comment=trailing.comment))
    return kept


def left_of(node: cst.CSTNode, below: Sequence[cst.EmptyLine] | None) -> Lines:
    """What stays of a statement that goes with all that is in it; `below` was kept already."""
    if below is not None:
        return (*comments(node), *below)
    above = leading(node)
    inside = (child for child in node.children if not any(child is line for line in above))
    found = (comment for child in inside for comment in _comments(child))
    return (*above, *(cst.EmptyLine(comment=comment) for comment in found))


def _comments(node: cst.CSTNode) -> Iterator[cst.Comment]:
    if isinstance(node, cst.Comment):
        yield node
    for child in node.children:
        yield from _comments(child)


def blanks(lines: Sequence[cst.EmptyLine]) -> Lines:
    """The blank lines at the top."""
    found: list[cst.EmptyLine] = []
    for line in lines:
        if line.comment is not None:
            break
        found.append(line)
    return tuple(found)


def without_blanks(lines: Sequence[cst.EmptyLine]) -> Lines:
    """The lines without the blank ones at the top."""
    return tuple(lines[len(blanks(lines)) :])


def merged(pending: Sequence[cst.EmptyLine], own: Sequence[cst.EmptyLine]) -> Lines:
    """Comments of lines that went, above the lines of the statement that follows."""
    if any(line.comment is not None for line in pending):
        return (*pending, *own)
    return tuple(own) if len(blanks(own)) >= len(pending) else (*pending, *without_blanks(own))


def split_cell(found: Sequence[cst.EmptyLine]) -> tuple[Lines, Lines]:
    """The lines up to the mark of a notebook's cell, and those below it."""
    for index in range(len(found) - 1, -1, -1):
        mark = found[index].comment
        if mark is not None and mark.value.startswith(CELL_MARK):
            return tuple(found[: index + 1]), tuple(found[index + 1 :])
    return (), tuple(found)


def comment(text: str) -> cst.EmptyLine:
    """A line with nothing but this comment."""
    return cst.EmptyLine(comment=cst.Comment(text))


def blank(count: int) -> Lines:
    """So many blank lines."""
    return tuple(cst.EmptyLine(indent=False) for _ in range(count))


def marked(node: S, problems: Sequence[Problem]) -> S:
    """The statement under a comment that says why it stayed."""
    why = "; ".join(dict.fromkeys(f"{p.code} {p.message}" for p in problems if p.code[0] == "P"))
    return with_leading(node, (*leading(node), comment(LEFT + " ".join(why.split()))))


def followed(above: cst.FunctionDef, definition: cst.FunctionDef) -> list[cst.FunctionDef]:
    """Two functions, one below the other; the blank lines below the first go below both."""
    footer = getattr(above.body, "footer", ())
    if not footer or any(line.comment is not None for line in footer):
        return [above, definition]
    bare = above.with_changes(body=above.body.with_changes(footer=()))
    body = definition.body.with_changes(footer=footer)
    return [bare, definition.with_changes(body=body)]


def apart(depth: int) -> Lines:
    """The blank lines around a function at this depth."""
    return blank(1 if depth else 2)


def set_above(definition: cst.FunctionDef, below: S, gap: Lines) -> list[cst.BaseStatement]:
    """A function and the statement below it: comments above that stay, but marks of cells."""
    own = leading(below)
    more = blanks(own) if len(blanks(own)) >= len(gap) else gap
    cell, rest = split_cell(without_blanks(own))
    above = with_leading(definition, (*more, *cell))
    return [above, with_leading(below, (*gap, *rest))]


def deeper(node: S, indent: str) -> S:
    """The statement one level deeper: what stands behind a backslash has its own spaces."""
    found = {
        line: line.with_changes(body=[small.visit(_Deeper(indent)) for small in line.body])
        for line in walk_statements(node)
        if isinstance(line, cst.SimpleStatementLine)
        if any("\\\n" in code(small) for small in line.body)
    }
    return replaced(node, found) if found else node


class _Deeper(cst.CSTTransformer):
    def __init__(self, indent: str) -> None:
        super().__init__()
        self.indent = indent

    def leave_SimpleWhitespace(
        self, original_node: cst.SimpleWhitespace, updated_node: cst.SimpleWhitespace
    ) -> cst.SimpleWhitespace:
        return updated_node.with_changes(value=updated_node.value.replace("\n", f"\n{self.indent}"))


def stated(text: str, above: Lines, original: cst.CSTNode) -> cst.SimpleStatementLine:
    """A line of these words, with the comments above and behind what it stands for."""
    found = cst.parse_statement(text)
    trailing = getattr(original, "trailing_whitespace", None)
    assert isinstance(found, cst.SimpleStatementLine)
    if trailing is not None:
        found = found.with_changes(trailing_whitespace=trailing)
    return found.with_changes(leading_lines=above)


def assigned(name: str, value: cst.BaseExpression) -> cst.SimpleStatementLine:
    """`name = value`"""
    return cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(cst.Name(name))], value)])
