"""The report as one page: the summary, the list of files, each file with its port."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from porter.findings import CODES, Finding
from porter.html_report.blocks import Block, blocks_of
from porter.html_report.document import Row, rows_of
from porter.html_report.templates import environment, style
from porter.pipeline import Converted, Failed, Skipped
from porter.port.state import Done, Verdict
from porter.report import Entry, Report

if TYPE_CHECKING:
    from porter.equivalence.report.plot import Plot


@dataclass(frozen=True)
class File:
    """A file that was converted, or that failed: then there is no port."""

    number: int  # its place on the page
    path: str
    name: str  # the path as seen from the directory that all files are in
    output: str | None
    findings: tuple[Finding, ...]
    blocks: tuple[Block, ...] = ()
    remarks: tuple[tuple[Finding, list[tuple[int, str]]], ...] = ()  # with the lines and labels
    ported: int = 0
    uses: int = 0
    failed: bool = False

    @property
    def unit(self) -> str:
        """What its labels count."""
        return "cell" if self.path.endswith(".ipynb") else "line"

    def count(self, severity: str) -> int:
        return sum(finding.severity.value == severity for finding in self.findings)

    @property
    def state(self) -> str:
        """What became of it, in a word."""
        if self.failed:
            return "failed"
        return "errors" if self.count("error") else "ported"


def as_html(
    report: Report,
    originals: Mapping[str, str],
    version: str,
    phases: Sequence[Done] = (),
) -> str:
    """The page; `originals` has the text of each file by its path."""
    entries = [e for e in report.entries if not isinstance(e.outcome, Skipped)]
    steps = _steps(entries)
    return (
        environment()
        .get_template("report/page.html.j2")
        .render(
            report=report,
            phases=[(done, _drift(done)) for done in phases],
            counts=report.counts(),
            files=list(_files(entries, originals, [v for done in phases for v in done.verdicts])),
            skipped=[e.outcome for e in report.entries if isinstance(e.outcome, Skipped)],
            steps=len(steps),
            traced=sum(steps),
            codes=CODES,
            version=version,
            style=style(),
        )
    )


def as_fragments(entry: Entry, text: str) -> tuple[str, str]:
    """The summary and the section of the page for one file alone."""
    steps, counts = _steps([entry]), Report((entry,)).counts()
    [file] = _files([entry], {entry.outcome.path: text})
    return _part("facts", counts, sum(steps), len(steps)), _part("section", file, CODES)


def phase_html(done: Done) -> str:
    """A phase of porter port as the page shows it."""
    return _part("phase", done, _drift(done))


def _drift(done: Done) -> Plot | None:
    """What a check found after each update, as the page of porter check draws it."""
    if not done.drift:
        return None
    from porter.equivalence.report.plot import drawn  # which imports NumPy

    return drawn((("this port", done.drift),), done.tolerance)


def _part(name: str, *given: object) -> str:
    """One macro of `parts.html.j2`."""
    return str(getattr(environment().get_template("report/parts.html.j2").module, name)(*given))


def _steps(entries: Sequence[Entry]) -> list[bool]:
    """For each update step, whether it is a graph."""
    plans = (e.outcome.plan for e in entries if isinstance(e.outcome, Converted))
    return [passage.traced for plan in plans for passage in plan if passage.first]


def _files(
    entries: Sequence[Entry], originals: Mapping[str, str], verdicts: Sequence[Verdict] = ()
) -> Iterator[File]:
    paths = [entry.outcome.path for entry in entries]
    top = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths] or [""])
    for number, (path, entry) in enumerate(zip(paths, entries), 1):
        name, outcome = os.path.relpath(path, top), entry.outcome
        if isinstance(outcome, Failed):
            yield File(number, path, name, None, entry.findings, failed=True)
        if isinstance(outcome, Converted):
            rows = rows_of(originals[path], outcome, entry.output, verdicts)
            yield File(
                number,
                path,
                name,
                entry.output,
                entry.findings,
                blocks_of(rows, outcome.plan),
                _remarks(rows),
                outcome.ported,
                outcome.ported + outcome.left,
            )


def _remarks(rows: Sequence[Row]) -> tuple[tuple[Finding, list[tuple[int, str]]], ...]:
    """Each finding once, with the lines that it stands at."""
    found: dict[object, tuple[Finding, list[tuple[int, str]]]] = {}
    for row in rows:
        for finding in row.findings:
            key = (finding.code, finding.message, finding.hint)
            _, lines = found.setdefault(key, (finding, []))
            if row.original:
                lines.append((row.original.line, row.original.label))
    return tuple(found.values())
