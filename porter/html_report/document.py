"""What the page shows of one file: its rows, and what was found and planned at them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from porter import cells
from porter.findings import Finding
from porter.html_report.code import highlighted, lines_of
from porter.html_report.rows import side_by_side
from porter.pipeline import Converted
from porter.port.state import Verdict

_CELL = re.compile(r"(?<=\.ipynb):cell \d+$")


@dataclass(frozen=True)
class Cell:
    """A line on one side. `number` is the reader's, `line` counts through the whole side."""

    line: int
    number: int | None  # None: the line above a notebook's cell
    label: str  # the number, in a notebook with the cell: "3:12"
    text: str
    html: str
    moved: tuple[tuple[int, str], ...] = ()  # lines of the other side, in other rows, and labels

    @property
    def indent(self) -> int:
        """How far the code is indented, in characters."""
        text = self.text.expandtabs(4)
        return len(text) - len(text.lstrip())


@dataclass(frozen=True)
class Row:
    """A line of the original beside the line of the port that it became."""

    original: Cell | None
    port: Cell | None
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()  # of a check

    @property
    def kind(self) -> str:
        """same, changed, shifted (indented anew), gone (from the original), new (in the port)."""
        if self.original is None or self.port is None:
            return "gone" if self.port is None else "new"
        before, after = self.original.text.rstrip(), self.port.text.rstrip()
        if before == after:
            return "same"
        return "shifted" if before.lstrip() == after.lstrip() else "changed"


class Side:
    """A script, or the code cells of a notebook one below the other."""

    def __init__(self, path: str, text: str) -> None:
        self.starts: dict[int, int] = {}  # of each cell of a notebook
        if path.endswith(".ipynb"):
            listing = cells.Listing(cells.read(text)[0])
            self.starts = listing.starts
            text = "\n".join(listing.lines)
        self.lines = lines_of(text)
        self.html = highlighted(text)

    def cell(self, line: int, moved: Sequence[tuple[int, str]]) -> Cell:
        start = max((s for s in self.starts.values() if s <= line), default=0)
        number = line - start or None
        text, html = self.lines[line - 1], self.html[line - 1]
        return Cell(line, number, self.label(line), text, html, tuple(moved))

    def label(self, line: int) -> str:
        """The place of a line in a few characters: "12", or "3:12" in cell 3."""
        cell = max((n for n, start in self.starts.items() if start <= line), default=0)
        return f"{cell}:{line - self.starts[cell]}" if cell else str(line)

    def line_of(self, found: Finding | Verdict) -> int:
        """Where a finding stands; line 1 for what is about the whole file."""
        cell = found.path.rpartition(".ipynb:cell ")[2]
        start = self.starts.get(int(cell), 0) if cell.isdecimal() else 0
        return min(start + found.line, len(self.lines)) or 1

    def at_lines(self, verdicts: Iterable[Verdict], path: str) -> dict[int, list[Verdict]]:
        """The verdicts on a file, by their lines on this side."""
        found: dict[int, list[Verdict]] = {}
        for one in verdicts:
            if os.path.abspath(_CELL.sub("", one.path)) == os.path.abspath(path):
                found.setdefault(self.line_of(one), []).append(one)
        return found


def rows_of(
    text: str, outcome: Converted, output: str | None = None, verdicts: Sequence[Verdict] = ()
) -> tuple[Row, ...]:
    """The rows of a file and its port, written to `output`; each finding stands at its line of the
    original, and a verdict at its line of either."""
    left, right = Side(outcome.path, text), Side(outcome.path, outcome.output)
    titles = {(left.starts[n], right.starts[n]) for n in left.starts if n in right.starts}
    rows = side_by_side(left.lines, right.lines, {*outcome.lines, *titles})
    beside = set(rows)
    to_port = _partners(right, [pair for pair in outcome.lines if pair not in beside])
    to_original = _partners(left, [(b, a) for a, b in outcome.lines if (a, b) not in beside])
    at: dict[int, list[Finding]] = {}
    for finding in outcome.findings:
        at.setdefault(left.line_of(finding), []).append(finding)
    of_original = left.at_lines(verdicts, outcome.path)
    parted = [one for one in verdicts if one.status != "equal"]
    of_port = right.at_lines(parted, output) if output else {}
    return tuple(
        Row(
            left.cell(a, to_port.get(a, ())) if a else None,
            right.cell(b, to_original.get(b, ())) if b else None,
            tuple(at.get(a, ())) if a else (),
            (*of_original.get(a or 0, ()), *of_port.get(b or 0, ())),
        )
        for a, b in rows
    )


def _partners(side: Side, pairs: Iterable[tuple[int, int]]) -> dict[int, list[tuple[int, str]]]:
    """The lines that a line belongs to, with their labels."""
    found: dict[int, list[tuple[int, str]]] = {}
    for line, partner in pairs:
        found.setdefault(line, []).append((partner, side.label(partner)))
    return found
