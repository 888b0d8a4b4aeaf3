"""Makes results of judges."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from porter.equivalence.causes import Case, Cause, Confidence, find_cause
from porter.equivalence.causes.sources import Sources, text_at
from porter.equivalence.events import Site
from porter.equivalence.report.model import (
    CauseReport,
    DivergenceReport,
    Line,
    PhaseReport,
    Result,
    Trace,
)
from porter.equivalence.verdict import Divergence, Judge, Outcome, Phase, Update

PACKAGES = ("torch", "tensorflow", "tensorflow-cpu", "keras", "numpy")


def result_of(
    judge: Judge,
    precision: str,
    device: str,
    *,
    seconds: float = 0.0,
    noise_floor: Sequence[Update] = (),
    message: str = "",
    sources: Sources = Sources(),
    closer: Judge | None = None,
) -> Result:
    """The result of a finished judge; the likely cause is looked for here.

    `closer` judged the run up to the first divergence again, layer by layer.
    """
    cause = _cause(judge, closer, sources)
    first = closer if closer and closer.divergences else judge
    return Result(
        precision,
        device,
        judge.outcome,
        message,
        seconds,
        judge.tolerances.relative,
        tuple(_phase(first if phase is Phase.FORWARD else judge, phase) for phase in Phase),
        tuple(_divergence(divergence, sources) for divergence in first.divergences),
        CauseReport(
            cause.name, cause.confidence.value, cause.text, cause.advice,
            line_at(cause.original), line_at(cause.port),
        ) if cause else None,
        tuple(judge.updates),
        tuple(noise_floor),
        judge.drawn_by_end,
        tuple(Trace(shown(site), name, count) for site, name, count in judge.traces),
        tuple(judge.notes),
        _compared_lines(judge),
    )  # fmt: skip


def _cause(judge: Judge, closer: Judge | None, sources: Sources) -> Cause | None:
    """The surer of the causes that either judge's first divergence has."""
    cases = [Case.of(one, sources) for one in (judge, closer) if one]
    causes = [cause for case in cases if case and (cause := find_cause(case))]
    return min(causes, key=lambda cause: list(Confidence).index(cause.confidence), default=None)


def not_run(precision: str, device: str, outcome: Outcome, message: str) -> Result:
    """The result of a check that had no verdict: it could not run, or was not made."""
    return Result(precision, device, outcome, message)


def versions() -> dict[str, str]:
    """The versions of what was compared, as far as they are installed here."""
    installed = {package: _version(package) for package in PACKAGES}
    return {package: version for package, version in installed.items() if version}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def line_at(site: Site | None) -> Line | None:
    """A line with its text; None for no place in a program."""
    if site is None or not site.path:
        return None
    return Line(shown(site.path), site.line, text_at(site))


def shown(path: str) -> str:
    """A path as people want to read it: from the current directory, if it is below."""
    here = str(Path.cwd())
    return path[len(here) + 1 :] if path.startswith(f"{here}/") else path


def _phase(judge: Judge, phase: Phase) -> PhaseReport:
    tally = judge.tallies[phase]
    return PhaseReport(
        phase.value, tally.compared, tally.different, tally.worst, tally.where,
        tuple(tally.not_compared),
    )  # fmt: skip


def _divergence(divergence: Divergence, sources: Sources) -> DivergenceReport:
    worst = divergence.differences[0] if divergence.differences else None
    original, port = divergence.sites
    assigned = divergence.port.info.get("assigned", {}) if divergence.port else {}
    if worst and divergence.phase is Phase.TARGETS and worst.path in assigned:
        port = assigned[worst.path]  # not the update that it was seen at
        original = sources.to_original(port) or original
    sizes = [
        peak.size if peak else 0.0
        for peak in ((worst.absolute, worst.relative, worst.ulps) if worst else (None,) * 3)
    ]
    return DivergenceReport(
        divergence.phase.value, divergence.window + 1, divergence.text,
        worst.path if worst else "", line_at(original), line_at(port),
        divergence.error, divergence.allowed, *sizes,
    )  # fmt: skip


def _compared_lines(judge: Judge) -> dict[str, frozenset[int]]:
    lines: dict[str, set[int]] = {}
    for sites in judge.lines.values():
        for site in sites:
            lines.setdefault(site.path, set()).add(site.line)
    return {path: frozenset(numbers) for path, numbers in lines.items() if path}
