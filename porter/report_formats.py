"""The report of `porter convert` as other programs read it: one line a finding, GitHub, SARIF."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from porter import __version__, code_hosts
from porter.findings import CODES, Finding, Severity
from porter.report import Report, as_json
from porter.report_text import as_text

_LEVELS = {Severity.ERROR: "error", Severity.NOTE: "note"}


def concise(report: Report) -> str:
    """A line for each finding, and nothing else."""
    return "".join(f"{finding}\n" for finding in report.findings)


def github(report: Report) -> str:
    """Annotations, as GitHub's runners read them from the output."""
    rows = []
    for finding in report.findings:
        place: dict[str, object] = {"file": finding.file}
        if finding.cell is None:
            place |= {"line": finding.line, "col": finding.column}
        level = "error" if finding.severity is Severity.ERROR else "notice"
        title = f"{finding.code} {CODES[finding.code]}"
        rows.append(code_hosts.annotation(level, _message(finding), **place, title=title))
    return "".join(rows)


def sarif(report: Report) -> str:
    """SARIF 2.1.0."""
    codes = list(CODES)
    page = f"{code_hosts.DOCS}findings.md"
    rules = [
        {"id": code, "shortDescription": {"text": text}, "helpUri": page}
        for code, text in CODES.items()
    ]
    seen: Counter[str] = Counter()
    results = [_result(finding, codes, seen) for finding in report.findings]
    return json.dumps(code_hosts.sarif(rules, results, "findings.md"), indent=2) + "\n"


def _result(finding: Finding, codes: list[str], seen: Counter[str]) -> dict[str, Any]:
    where: dict[str, Any] = {"artifactLocation": {"uri": code_hosts.uri(finding.file)}}
    if finding.cell is None:  # a notebook's own lines are those of its JSON
        where["region"] = {"startLine": finding.line, "startColumn": finding.column}
    print_of = code_hosts.fingerprint(finding.code, finding.path, finding.message, seen)
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [{"physicalLocation": where}],
        "partialFingerprints": {"porterFinding/v1": print_of},
    }


def _message(finding: Finding) -> str:
    where = f"cell {finding.cell}, line {finding.line}: " if finding.cell is not None else ""
    hint = f" -> {finding.hint}" if finding.hint else ""
    return f"{where}{finding.message}{hint}"


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": as_text,
    "concise": concise,
    "json": lambda report: as_json(report, __version__),
    "github": github,
    "sarif": sarif,
}
