"""The report: what was written, what was left and what changed meaning, and its JSON.

`report_text.py` is what people read, `report_formats.py` what editors and code hosts read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from porter.files import STDOUT
from porter.findings import CODES, Finding, Severity, gathered
from porter.pipeline import Converted, Failed, Outcome, Skipped

SCHEMA_VERSION = 1  # docs/report-schema.json; grows when a reader of an older one would break


@dataclass(frozen=True)
class Entry:
    """A file and what became of it; `output` is where it was written, "-" is standard output.

    `kept`: the output was changed by hand and stays so, because porter's part is the same.
    """

    outcome: Outcome
    output: str | None = None
    kept: bool = False

    @property
    def findings(self) -> tuple[Finding, ...]:
        if isinstance(self.outcome, Failed):
            return (self.outcome.finding,)
        return gathered(self.outcome.findings) if isinstance(self.outcome, Converted) else ()


@dataclass(frozen=True)
class Report:
    """One run over all files. `notes` are lines about what is no file of the run."""

    entries: tuple[Entry, ...]
    helper_modules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    explain: bool = False
    dry_run: bool = False
    quiet: bool = False

    @property
    def findings(self) -> list[Finding]:
        return [finding for entry in self.entries for finding in entry.findings]

    @property
    def written(self) -> list[str]:
        """The files that were written, building blocks included."""
        if self.dry_run:
            return []
        outputs = [entry.output for entry in self.entries if entry.output not in (None, STDOUT)]
        return [*map(str, outputs), *self.helper_modules]

    @property
    def ports(self) -> list[tuple[str, str]]:
        """The converted Python files, each with the file that its port was written to."""
        return [
            (entry.outcome.path, entry.output)
            for entry in self.entries
            if isinstance(entry.outcome, Converted) and entry.output not in (None, STDOUT)
            if not self.dry_run and entry.output and entry.output.endswith(".py")
        ]

    @property
    def exit_code(self) -> int:
        """0: all ported. 1: something is left as it was. 2: a file failed."""
        if any(isinstance(entry.outcome, Failed) for entry in self.entries):
            return 2
        return int(any(f.severity is Severity.ERROR for f in self.findings))

    def counts(self) -> dict[str, dict[str, int]]:
        """Files, torch uses and findings. A use that changed meaning is also a ported one."""
        converted = [e.outcome for e in self.entries if isinstance(e.outcome, Converted)]
        ported, left = sum(c.ported for c in converted), sum(c.left for c in converted)
        return {
            "files": {
                "total": len(self.entries),
                "converted": len(converted),
                "skipped": sum(isinstance(e.outcome, Skipped) for e in self.entries),
                "failed": sum(isinstance(e.outcome, Failed) for e in self.entries),
            },
            "torch_uses": {
                "total": ported + left,
                "ported": ported,
                "left": left,
                "changed": sum(c.changed for c in converted),
            },
            "updates": {
                "total": sum(len(c.updates) for c in converted),
                "eager": sum(c.updates.count(False) for c in converted),
            },
            "findings": {
                severity.value: sum(f.severity is severity for f in self.findings)
                for severity in Severity
            },
        }


def as_json(report: Report, version: str) -> str:
    """The report as docs/report-schema.json describes it."""
    found = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "porter", "version": version},
        "exit_code": report.exit_code,
        "dry_run": report.dry_run,
        "counts": report.counts(),
        "files": [_file_json(entry, report.explain) for entry in report.entries],
        "findings": [_finding_json(finding) for finding in report.findings],
        "outputs": report.written,
        "notes": list(report.notes),
    }
    return json.dumps(found, indent=2) + "\n"


def _file_json(entry: Entry, explain: bool) -> dict[str, Any]:
    outcome = entry.outcome
    found: dict[str, Any] = {
        "path": outcome.path,
        "status": type(outcome).__name__.lower(),
        "output": entry.output,
    }
    if isinstance(outcome, Skipped):
        found["why"] = outcome.why
    if isinstance(outcome, Converted):
        found["torch_uses"] = {
            "total": outcome.ported + outcome.left,
            "ported": outcome.ported,
            "left": outcome.left,
            "changed": outcome.changed,
        }
        found["blocks"] = sorted(outcome.blocks)
        if explain:
            found["explanation"] = outcome.explanation
    return found


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "path": finding.file,
        "cell": finding.cell,
        "line": finding.line,
        "column": finding.column,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "hint": finding.hint,
    }


def code_table(codes: dict[str, str] = CODES) -> str:
    """docs/findings.md."""
    rows = [f"| {code} | {_KINDS[code[:2]]} | {text} |" for code, text in codes.items()]
    return "\n".join([*_CODES_HEAD, *rows, ""])


_KINDS: dict[str, str] = {
    "P0": "file",
    "P1": "call",
    "P2": "update step",
    "P3": "network",
    "P9": "porter",
    "N4": "note",
}
_CODES_HEAD: Sequence[str] = (
    "# Findings",
    "",
    "A finding is one line: `path:line:column: CODE severity message -> what to do`. In a notebook",
    "the place is `path:cell N:line:column`, with N counting all cells from 1.",
    "",
    "An **error** (P) marks code that porter left as it was. A **note** (N) marks code that was",
    "ported, but with another meaning in one respect. With errors the exit code is 1. It is 2 if a",
    "file cannot be read, parsed or written, or if its port would not parse (P901); an existing",
    "file is then left alone.",
    "`--output-format json` prints the report that `report-schema.json` describes.",
    "",
    "This table is generated: `python -m pytest tests/test_report.py --update`.",
    "",
    "| code | about | meaning |",
    "| --- | --- | --- |",
)
