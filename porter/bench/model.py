"""The figures of a comparison, as reports and plots show them."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from porter.bench.graphs import Graph
from porter.bench.phases import UPDATE, Phase
from porter.bench.stopwatch import ENVIRONMENT

# What is run: (name, framework, how the port's graphs are run).
ORIGINAL = "original"
MODES = {
    "graph": "port, tf.function",
    "jit": "port, jit_compile",
    "eager": "port, eager",
}


@dataclass(frozen=True)
class Run:
    """What one process measured. `spans` are seconds of every pass, by the number of the phase."""

    error: str
    seconds: float  # the whole program, without the start of Python and of the frameworks
    loop: float  # from the first step of the environment on
    spans: dict[int, list[float]]
    traces: int
    memory: int  # bytes at the peak
    graphs: dict[int, Graph] = field(default_factory=dict)  # by the number of the phase


@dataclass(frozen=True)
class Spread:
    """Medians of rounds: the middle one, the least and the greatest."""

    median: float
    least: float
    greatest: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        return Spread(statistics.median(values), min(values), max(values))


@dataclass(frozen=True)
class Measured:
    """One phase of one program: seconds of a pass when warm, of the first, and of the warm-up.

    `warm_up` is what the first passes took beyond as many warm ones: tracing, compiling, caches.
    """

    each: Spread
    first: Spread
    warm_up: Spread
    passes: int


@dataclass(frozen=True)
class Column:
    """One program: the original, or the port in one mode. `error` is why it could not be run."""

    name: str
    phases: dict[str, Measured] = field(default_factory=dict)
    step: Spread | None = None  # seconds per step of the environment, all in, when warm
    run: Spread | None = None  # seconds of the whole program
    traces: int = 0
    memory: int = 0
    graphs: dict[str, Graph] = field(default_factory=dict)  # by row: transfers and launches
    error: str = ""


@dataclass(frozen=True)
class Comparison:
    """All columns, with what one must know to repeat them."""

    original: str
    port: str
    arguments: tuple[str, ...]
    machine: str
    versions: dict[str, str]
    threads: int
    device: str
    rounds: int
    updates: int | None
    warm_up: int
    columns: tuple[Column, ...]
    clock: str = "wall"

    @property
    def rows(self) -> tuple[str, ...]:
        """The phases that any program ran, in the order of the file; the environment's is last."""
        names = {name: None for column in self.columns for name in column.phases}
        return tuple(sorted(names, key=lambda n: (n == "environment", not n.startswith(UPDATE))))

    def ratio(self, column: Column, row: str) -> float | None:
        """The time of a phase, in that of the original."""
        base, own = self.columns[0].phases.get(row), column.phases.get(row)
        return own.each.median / base.each.median if base and own else None


def column(name: str, runs: Sequence[Run], phases: Sequence[Phase], warm_up: int) -> Column:
    """The figures of one program's rounds."""
    failed = next((run.error for run in runs if run.error), "")
    if failed or not runs:
        return Column(name, error=failed or "it was not run")
    names = {ENVIRONMENT: "environment", **{i: phase.name for i, phase in enumerate(phases)}}
    found = {
        names[number]: measured
        for number in sorted({n for run in runs for n in run.spans})
        if (measured := _measured([run.spans.get(number, []) for run in runs], warm_up))
    }
    return Column(
        name,
        found,
        _step(runs, warm_up),
        Spread.of([run.seconds for run in runs]),
        max(run.traces for run in runs),
        max(run.memory for run in runs),
        {names[number]: graph for number, graph in runs[-1].graphs.items()},
    )


def _measured(rounds: Sequence[list[float]], warm_up: int) -> Measured | None:
    """None of a phase that was not passed often enough to be warm."""
    rounds = [spans for spans in rounds if len(spans) > warm_up]
    if not rounds:
        return None
    each = [statistics.median(spans[warm_up:]) for spans in rounds]
    extra = [_extra(spans, warm_up) for spans in rounds]
    first = [spans[0] for spans in rounds]
    return Measured(Spread.of(each), Spread.of(first), Spread.of(extra), len(rounds[0]))


def _step(runs: Sequence[Run], warm_up: int) -> Spread | None:
    """Seconds per step of the environment: the loop's time without the warm-up of the phases."""
    each = []
    for run in runs:
        steps = len(run.spans.get(ENVIRONMENT, []))
        warm = [spans for spans in run.spans.values() if len(spans) > warm_up]
        if steps:
            each.append((run.loop - sum(_extra(spans, warm_up) for spans in warm)) / steps)
    return Spread.of(each) if each else None


def _extra(spans: Sequence[float], warm_up: int) -> float:
    """What the first passes took beyond as many warm ones."""
    return sum(spans[:warm_up]) - warm_up * statistics.median(spans[warm_up:])


def has_update(phases: Sequence[Phase]) -> bool:
    """Whether porter found any update step in the original."""
    return any(phase.kind == UPDATE for phase in phases)


def as_dict(comparison: Comparison) -> dict[str, Any]:
    """For JSON; the schema is docs/bench.md."""
    from dataclasses import asdict

    return {"schema": 1, **asdict(comparison)}
