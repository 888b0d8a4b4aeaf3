"""The two programs' sources side by side, every line with what the check found there."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from porter.equivalence.causes.sources import SourceFile
from porter.equivalence.report.build import shown
from porter.equivalence.report.model import Line, Result


@dataclass(frozen=True)
class Cell:
    """A line: its number, its text as HTML, its status ("equal", "divergence", "cause", "")."""

    number: int
    html: str
    status: str


@dataclass(frozen=True)
class Listing:
    """A file and its port; in a row None stands for no line on that side."""

    original: str
    port: str
    rows: tuple[tuple[Cell | None, Cell | None], ...]


def listing_of(file: SourceFile, result: Result) -> Listing:
    """The listing of a file and its port with the status of each line in a result."""
    sides = [_cells(path, result) for path in (file.original, file.port)]
    rows = tuple(_rows(sides[0], sides[1], _anchors(file.lines.pairs)))
    return Listing(shown(file.original), shown(file.port), rows)


@cache
def style_sheets() -> tuple[str, str]:
    """The colours of the code on a light and on a dark page."""
    light, dark = (
        HtmlFormatter(style=style).get_style_defs(".code") for style in ("default", "github-dark")
    )
    return str(light), str(dark)


def _cells(path: str, result: Result) -> list[Cell]:
    text = Path(path).read_text(encoding="utf-8")
    lexer = PythonLexer(stripnl=False, ensurenl=True)
    lines = highlight(text, lexer, HtmlFormatter(nowrap=True)).splitlines()
    first, cause = result.first, result.cause
    divergence = _numbers(path, [first.original, first.port] if first else [])
    causes = _numbers(path, [cause.original, cause.port] if cause else [])
    equal = result.compared.get(path, frozenset())

    def status(number: int) -> str:
        if number in divergence:
            return "divergence"
        return "cause" if number in causes else "equal" if number in equal else ""

    return [Cell(number, html, status(number)) for number, html in enumerate(lines, 1)]


def _numbers(path: str, lines: Iterable[Line | None]) -> set[int]:
    return {line.line for line in lines if line and line.path == shown(path)}


def _anchors(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs of lines that can stand in one row each, without crossing."""
    ends: list[int] = []  # the port's line that the best chain of each length ends with
    chains: list[list[tuple[int, int]]] = []
    for original, port in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        length = bisect.bisect_left(ends, port)
        chain = [*(chains[length - 1] if length else []), (original, port)]
        ends[length : length + 1] = [port]
        chains[length : length + 1] = [chain]
    return chains[-1] if chains else []


def _rows(
    original: Sequence[Cell], port: Sequence[Cell], anchors: Sequence[tuple[int, int]]
) -> Iterator[tuple[Cell | None, Cell | None]]:
    """The lines of both files; the shorter side of two anchors is filled up with None."""
    left = right = 0
    for one, other in (*anchors, (len(original) + 1, len(port) + 1)):
        above, beside = original[left : one - 1], port[right : other - 1]
        for i in range(max(len(above), len(beside))):
            yield (
                above[i] if i < len(above) else None,
                beside[i] if i < len(beside) else None,
            )
        if one <= len(original):
            yield original[one - 1], port[other - 1]
        left, right = one, other
