"""The report as people read it: a line for each finding and each file, and a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from porter.files import STDOUT
from porter.findings import FOLLOWS, Finding, Severity, printable
from porter.pipeline import Converted, Skipped
from porter.report import Entry, Report


def as_text(report: Report) -> str:
    """One line a finding, one a file, and a summary; of a quiet report the errors alone.

    The plans are told whenever they are asked for.
    """
    lines = list(_findings(report))
    if report.explain:
        lines += [line for entry in report.entries for line in _plan(entry)]
    if not report.quiet:
        lines += [line for entry in report.entries for line in _file(entry, report)]
        lines += [f"building blocks: {printable(path)}" for path in report.helper_modules]
        lines += map(printable, report.notes)
        lines += _summary(report)
    return "".join(f"{line}\n" for line in lines)


def _findings(report: Report) -> Iterator[str]:
    """The same error at several places is told once, and what follows from one stands under it."""
    for entry in report.entries:
        found = [f for f in entry.findings if f.severity is Severity.ERROR or not report.quiet]
        causes = [f for f in found if f.code == "P201" and not _follows(f)]
        under: dict[Finding, list[Finding]] = {}
        for finding in found:
            if causes and _follows(finding):
                under.setdefault(_nearest(finding, causes), []).append(finding)
        folded = {finding for group in under.values() for finding in group}
        same: dict[tuple[str, str, str], list[Finding]] = {}
        for finding in found:
            if finding not in folded:
                same.setdefault((finding.code, finding.message, finding.hint), []).append(finding)
        for first, *others in same.values():
            yield str(first)
            if others:
                yield f"  the same at: {', '.join(map(_place, others))}"
            for finding in (f for one in (first, *others) for f in under.get(one, ())):
                yield f"  follows: {_place(finding)}: {printable(finding.message)}"


def _nearest(finding: Finding, causes: Sequence[Finding]) -> Finding:
    """The error that another one follows from; one of the same cell, in a notebook."""
    return min(causes, key=lambda f: (f.path != finding.path, abs(f.line - finding.line)))


def _follows(finding: Finding) -> bool:
    return finding.code == "P201" and finding.message.endswith(FOLLOWS)


def _place(finding: Finding) -> str:
    """Its line; in a notebook with the cell."""
    cell = finding.path.rpartition(".ipynb:")[2] if ".ipynb:" in finding.path else ""
    return f"{cell}:{finding.line}" if cell else f"line {finding.line}"


def _summary(report: Report) -> Iterator[str]:
    counts = report.counts()
    files, uses, updates = counts["files"], counts["torch_uses"], counts["updates"]
    noun = "file" if files["total"] == 1 else "files"
    parts = [f"{files[name]} {name}" for name in ("converted", "skipped", "failed") if files[name]]
    yield f"{files['total']} {noun}: {', '.join(parts) or 'nothing to do'}"
    if files["converted"]:
        yield (
            f"torch uses: {uses['ported']} of {uses['total']} ported, "
            f"{uses['left']} left, {uses['changed']} changed meaning"
        )
    if updates["eager"]:
        noun = "update" if updates["total"] == 1 else "updates"
        verb = "stays" if updates["eager"] == 1 else "stay"
        which = f"{updates['eager']} of {updates['total']} {noun} {verb} eager"
        yield f"{which}, which is slow: the notes tell why, and --explain which"
    found = counts["findings"]
    if sum(found.values()) > 1:
        yield f"findings: {_number(found['error'], 'error')}, {_number(found['note'], 'note')}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _plan(entry: Entry) -> Iterator[str]:
    if isinstance(entry.outcome, Converted):
        yield f"{printable(entry.outcome.path)}: the plan"
        lines = entry.outcome.explanation.split("\n")
        yield from (f"  {printable(line)}" for line in lines)


def _file(entry: Entry, report: Report) -> Iterator[str]:
    outcome = entry.outcome
    path, output = printable(outcome.path), printable(entry.output or "")
    if isinstance(outcome, Converted):
        if entry.output not in (None, STDOUT):
            would = "would be written to " if report.dry_run else ""
            kept = " (changed by hand: kept, the port is the same)" if entry.kept else ""
            yield f"{path} -> {would}{output}{kept}"
    elif isinstance(outcome, Skipped):
        copied = "nothing written" if entry.output is None else f"copied to {output}"
        if report.dry_run or entry.output == STDOUT:
            copied = "nothing to change"
        yield f"{path}: skipped: {outcome.why}; {copied}"
