"""Which line of the original a line of the output came from.

A line's end (libcst's TrailingWhitespace) stays the same object whatever becomes of the line, of
the lines above it and of the block below it. So the tree itself tells where most lines are from,
and only lines that are made anew have to be noted.
"""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.positions import beside, end
from porter.source import syntax_tree

Lines = tuple[tuple[int, int], ...]
End = cst.CSTNode | None


class Origins:
    """The statements that new lines were made for, all by their ends."""

    def __init__(self) -> None:
        self._made_for: dict[End, End] = {}
        self._work_of: dict[End, End] = {}

    def note(self, new: Iterable[cst.CSTNode], original: cst.CSTNode) -> None:
        """These statements were made for that one; what is known of them already stays."""
        for statement in new:
            self._made_for.setdefault(end(statement), end(original))

    def note_work(self, new: cst.CSTNode, original: cst.CSTNode) -> None:
        """This statement also does the work of that one, which goes."""
        self._work_of[end(new)] = end(original)

    def lines(self, original: cst.Module, text: str, module: cst.Module, output: str) -> Lines:
        """(line of the original, line of the output) of each statement that has an origin.

        A def or class counts with the line of its name, not with its decorators.
        """
        pairs = beside(original.body, syntax_tree(text).body)
        known: dict[End, int] = {end(statement): twin.lineno for statement, twin in pairs}
        found: set[tuple[int, int]] = set()
        for statement, twin in beside(module.body, syntax_tree(output).body):
            own = end(statement)
            source = own if own in known else self._made_for.get(own)
            sources = {source, self._work_of.get(own)} & known.keys()
            found.update((known[source], twin.lineno) for source in sources)
        return tuple(sorted(found))
