"""Findings as text: for people, for editors, for GitHub."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict

from porter.linter import registry
from porter.linter.documents import Document
from porter.linter.engine import concerns
from porter.linter.finding import Finding


def concise(documents: Sequence[Document]) -> str:
    """A line for each finding."""
    return "".join(f"{finding}\n" for document in documents for finding in document.shown)


def full(documents: Sequence[Document]) -> str:
    """Each finding with its line of code, why it is hot, what it costs and what to do."""
    return "".join(_full(f, document.line(f)) for document in documents for f in document.shown)


def _full(finding: Finding, line: str) -> str:
    number = str(finding.line)
    rows = [f"{finding.place}: {finding.rule} [{finding.name}] {finding.problem}"]
    if line:
        last = finding.end_column if finding.end_line == finding.line else len(line) + 1
        first = finding.column - 1
        under = "".join("\t" if c == "\t" else " " for c in line[:first])
        marks = "^" * max(_width(line[first : last - 1]), 1)
        rows += [f"  {number} | {line}", f"  {' ' * len(number)} | {_wide(under, line)}{marks}"]
    notes = (("why", finding.hot), ("cost", finding.cost), ("fix", finding.advice))
    rows += [f"  {label}: {text}" for label, text in notes if text]
    return "\n".join(rows) + "\n\n"


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def _wide(under: str, line: str) -> str:
    """Blanks as wide as the text above them."""
    return "".join(u * _width(c) if u == " " else u for u, c in zip(under, line))


def github(documents: Sequence[Document]) -> str:
    """Annotations, as GitHub's runners read them from the output."""
    from porter.code_hosts import annotation

    rows = []
    for document in documents:
        for f in document.shown:
            where = {"file": f.path, "line": f.line, "endLine": f.end_line, "col": f.column}
            if f.cell:  # the file has its own lines, of JSON
                where = {"file": f.path, "line": document.row(f.cell, f.line)}
            cell, title = f"cell {f.cell}: " if f.cell else "", f"{f.rule} {f.name}"
            rows.append(annotation("warning", cell + f.message, **where, title=title))
    return "".join(rows)


def as_json(documents: Sequence[Document]) -> str:
    """A list of findings."""
    rows = []
    for document in documents:
        for finding in document.shown:
            row = {k: v for k, v in asdict(finding).items() if k not in ("statement", "fix")}
            row["message"] = finding.message
            row["fixable"] = finding.fix is not None and ("safe" if finding.fix.safe else "unsafe")
            rows.append(row)
    return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"


def statistics(documents: Sequence[Document]) -> str:
    """How often each rule was found."""
    counts = Counter((f.rule, f.name) for document in documents for f in document.shown)
    return "".join(f"{n:6} {rule} {name}\n" for (rule, name), n in counts.most_common())


def clean(documents: Sequence[Document]) -> str:
    """That nothing was found, and in how many files something could have been."""
    linted = sum(concerns(document.text) for document in documents)
    text = f"no findings in {linted} file{'s' * (linted != 1)}"
    others = len(documents) - linted
    return f"{text} ({others} without TensorFlow)\n" if others else f"{text}\n"


def summary(documents: Sequence[Document]) -> str:
    """How many findings there are, and how many of them have a fix."""
    shown = [document.shown for document in documents]
    left, files = sum(map(len, shown)), sum(map(bool, shown))
    fixes = [f.fix for found in shown for f in found if f.fix is not None]
    safe = sum(fix.safe for fix in fixes)
    ways = [f"{safe} with --fix"] if safe else []
    if len(fixes) > safe:
        ways.append(f"{len(fixes) - safe} with --fix --unsafe-fixes")
    fixable = f"; can be fixed: {', '.join(ways)}" if ways else ""
    return f"{left} finding{'s' * (left > 1)} in {files} file{'s' * (files > 1)}{fixable}\n"


def explanation(selector: str) -> str:
    """A rule's page: its documentation and what was measured."""
    from porter.linter.page import section

    chosen = [rule for rule in registry.every() if registry.matches(rule, selector)]
    return "\n\n".join(section(rule) for rule in chosen) + "\n"


def sarif(documents: Sequence[Document]) -> str:
    """SARIF 2.1.0."""
    from porter.linter.sarif import log

    return json.dumps(log(documents), indent=2, ensure_ascii=False) + "\n"


VIEWS: dict[str, Callable[[Sequence[Document]], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
    "sarif": sarif,
}
