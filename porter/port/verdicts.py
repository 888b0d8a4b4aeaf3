"""What a check found, at the lines where it was found."""

from __future__ import annotations

from collections.abc import Iterator

from porter.equivalence.notebooks import Places
from porter.equivalence.report.build import shown
from porter.equivalence.report.model import Line, Result
from porter.port.state import Verdict


def verdicts_of(result: Result, places: Places) -> tuple[Verdict, ...]:
    """The lines where something differs, and those whose events were compared and equal."""
    told = {(line.path, line.line): verdict for line, verdict in _told(result, places)}
    return tuple(Verdict(path, line, *told[path, line]) for path, line in sorted(told))


def _told(result: Result, places: Places) -> Iterator[tuple[Line, tuple[str, str]]]:
    """Lines with what is said of them; of two for one line the last one counts."""
    for path, lines in result.compared.items():
        for number in lines:
            yield places.told(Line(_listed(path, places), number, "")), ("equal", "")
    cause, first = result.cause, result.first
    if cause is not None and (line := cause.original or cause.port) is not None:
        yield places.told(line), ("cause", places.told(cause.text))
    if first is not None and (line := first.original or first.port) is not None:
        text = f"{first.phase}: {first.text}, update {first.update}"
        yield places.told(line), ("divergence", places.told(text))


def _listed(path: str, places: Places) -> str:
    """The path of a program as the lines of a report have it."""
    return path if path in places.books else shown(path)
