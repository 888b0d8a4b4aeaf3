"""The two programs' sources side by side, every line with what the check found there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from porter.equivalence.causes.sources import SourceFile
from porter.equivalence.report.build import shown
from porter.equivalence.report.model import Line, Result
from porter.html_report.code import highlighted, lines_of
from porter.html_report.rows import side_by_side


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
    original, port = (Path(p).read_text(encoding="utf-8") for p in (file.original, file.port))
    left, right = _cells(file.original, original, result), _cells(file.port, port, result)
    rows = side_by_side(lines_of(original), lines_of(port), file.lines.pairs)
    return Listing(
        shown(file.original),
        shown(file.port),
        tuple((left[a - 1] if a else None, right[b - 1] if b else None) for a, b in rows),
    )


def _cells(path: str, text: str, result: Result) -> list[Cell]:
    first, cause = result.first, result.cause
    divergence = _numbers(path, [first.original, first.port] if first else [])
    causes = _numbers(path, [cause.original, cause.port] if cause else [])
    equal = result.compared.get(path, frozenset())

    def status(number: int) -> str:
        if number in divergence:
            return "divergence"
        return "cause" if number in causes else "equal" if number in equal else ""

    return [Cell(number, html, status(number)) for number, html in enumerate(highlighted(text), 1)]


def _numbers(path: str, lines: Iterable[Line | None]) -> set[int]:
    return {line.line for line in lines if line and line.path == shown(path)}
