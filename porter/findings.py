"""Findings: what porter could not port, and what changed meaning on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum


class Severity(str, Enum):
    """ERROR: left as it was. NOTE: ported, but not the same in every respect."""

    ERROR = "error"
    NOTE = "note"


@dataclass(frozen=True, order=True)
class Finding:
    """One line of the report. `line` and `column` count from 1, in the original file."""

    path: str
    line: int
    column: int
    code: str
    severity: Severity
    message: str
    hint: str = ""

    @property
    def file(self) -> str:
        """The path, of a notebook without the cell."""
        return self.path if self.cell is None else f"{self.path.rpartition(CELL)[0]}.ipynb"

    @property
    def cell(self) -> int | None:
        """The number of a notebook's cell."""
        _, mark, number = self.path.rpartition(CELL)
        return int(number) if mark and number.isdecimal() else None

    def __str__(self) -> str:
        where = f"{printable(self.path)}:{self.line}:{self.column}"
        hint = f" -> {printable(self.hint)}" if self.hint else ""
        return f"{where}: {self.code} {self.severity.value} {printable(self.message)}{hint}"


CELL = ".ipynb:cell "  # in the path of a finding in a notebook, before the number
FOLLOWS = "belongs to no update step that was ported"  # an error that another one explains
_CONTROLS = {n: f"\\x{n:02x}" for n in (*range(32), *range(127, 160))}
# … and what changes the direction of writing, or ends a line
_CONTROLS |= {n: f"\\u{n:04x}" for n in (*range(0x2028, 0x202F), *range(0x2066, 0x206A), 0x061C)}
_CONTROLS |= {n: f"\\u{n:04x}" for n in (0x200E, 0x200F)}


def printable(text: str) -> str:
    """A name or a message with its control characters as escapes: a terminal would obey them."""
    return text.translate(_CONTROLS)


def gathered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings where the same note at many places is one, which names the other places."""
    found: dict[object, list[Finding]] = {}
    for finding in findings:
        note = finding.severity is Severity.NOTE
        key = (finding.code, finding.message) if note else finding
        found.setdefault(key, []).append(finding)
    return tuple(
        replace(first, message=f"{first.message} (also at {_places(first, others)})")
        if others
        else first
        for first, *others in found.values()
    )


def _places(first: Finding, others: Sequence[Finding]) -> str:
    """ "line 4, 7", or "cell 2:4, cell 5:7" where a notebook is not left to guess."""
    if all(other.path == first.path for other in others):
        return f"line {', '.join(str(other.line) for other in others)}"
    return ", ".join(f"{other.path.rpartition(':')[2]}:{other.line}" for other in others)


# Every code that a finding can carry, with its meaning; docs/findings.md is this table.
CODES = {
    "P001": "the file could not be read",
    "P002": "the file could not be parsed",
    "P003": "the output could not be written",
    "P004": "the merged output has conflicts to resolve",
    "P101": "no rule for this torch API",
    "P102": "the rule does not cover this call's arguments",
    "P103": "the receiver's type is not known",
    "P104": "this API has no faithful port",
    "P105": "a run showed something else than the text says",
    "P201": "an update step that porter does not understand",
    "P202": "gradients that are not cleared before this backward",
    "P203": "a line of the host that cannot leave the train body",
    "P301": "a network that porter cannot port",
    "P901": "the output did not pass porter's own check",
    "N401": "an attribute or method was renamed, because Keras reserves its name",
    "N402": "ported with another meaning in one respect",
    "N403": "a line stays in eager mode, and is slow for it",
    "N404": "a file that this one imports stays with torch",
    "N405": "decided by what a run showed, not by the text",
}
