"""The files converted, without what no run came to where that has errors.

An error where the run never came stops nothing: its block raises in the port. An error where it
came may be there for the sake of lines that it never came to: then these are left out, too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter import files, jobs
from porter.evidence import Evidence
from porter.findings import Finding, Severity
from porter.left_behind import LeftBehind
from porter.pipeline import Converted, Failed, Options, forget_files
from porter.port.cut import ROUNDS, Cuts
from porter.port.unloaded import Unloaded

_MANY, _WORKERS = 16, 4  # files, and processes that convert them


@dataclass(frozen=True)
class Conversion:
    """What became of the files, and the errors: `left_out` since the run never came there,
    `elsewhere` in files that it did not import, `reached` where it came, which stop the port. Where
    there are any of these, nothing is left out of the files."""

    files: list[jobs.Done]
    left_out: tuple[Finding, ...] = ()
    elsewhere: tuple[Finding, ...] = ()
    reached: tuple[Finding, ...] = ()


def converted(
    work: Sequence[files.Job], options: Options, known: Evidence, root: Path, script: Path
) -> Conversion:
    """The files of a program, `known` is evidence of a run of `script` that went well."""
    left_behind = LeftBehind(tuple(work))
    workers = min(_WORKERS, os.cpu_count() or 1) if len(work) >= _MANY else 1

    unloaded, cuts = Unloaded(known, root, script), Cuts(known, root)

    def run(jobs_: Sequence[files.Job], evidence: Evidence | None) -> list[jobs.Done]:
        forget_files()
        done = jobs.run(jobs_, replace(options, evidence=evidence), workers)
        return [left_behind.told(one) for one in done]

    def loaded(done: Sequence[jobs.Done]) -> set[Finding]:
        return _errors([one for one in done if not unloaded.has(one)])

    found = whole = run(work, options.evidence)
    errors = first = loaded(found)
    for _ in range(ROUNDS):
        if not cuts.add(errors) and not cuts.widen(errors):
            break
        # Others have no errors yet: what becomes of them shows when these are without
        again = [one.job for one in found if loaded([one])]
        new = {one.job: one for one in run(again, cuts.evidence)}
        found = [new.get(one.job, one) for one in found]
        errors = loaded(found)
        if not errors:
            found = run(work, cuts.evidence)
            errors = loaded(found)
    if errors:
        return Conversion(whole, reached=tuple(sorted(errors & first or errors)))
    elsewhere = tuple(sorted(_errors(found)))
    found = [_with(one, before, cuts.left_out) for one, before in zip(found, whole)]
    for n, one in enumerate(found):
        if unloaded.has(one) and (own := _errors([one])):
            found[n] = unloaded.raising(one, min(own))
    return Conversion(found, tuple(sorted(cuts.left_out)), elsewhere)


def _errors(found: Sequence[jobs.Done]) -> set[Finding]:
    outcomes = (one.outcome for one in found)
    findings = (f for o in outcomes if isinstance(o, Converted) for f in o.findings)
    failed = {one.outcome.finding for one in found if isinstance(one.outcome, Failed)}
    return {f for f in findings if f.severity is Severity.ERROR} | failed


def _with(done: jobs.Done, whole: jobs.Done, left_out: set[Finding]) -> jobs.Done:
    """The file with the errors that were left out of it; its torch uses there are left, too."""
    outcome, before = done.outcome, whole.outcome
    if not isinstance(outcome, Converted):
        return done
    own = {finding for finding in left_out if finding.file == outcome.path}
    findings = tuple(sorted({*outcome.findings, *own}, key=lambda f: (f.cell or 0, f)))
    left = outcome.left
    if own and isinstance(before, Converted):
        left = max(left, before.ported + before.left - outcome.ported)
    return replace(done, outcome=replace(outcome, findings=findings, left=left))
