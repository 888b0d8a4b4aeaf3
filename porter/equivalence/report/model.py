"""A report: plain values only, so that it can be kept, sent and shown after the run is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from porter.equivalence.verdict import Outcome, Update


@dataclass(frozen=True)
class Line:
    """A line of a program."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class PhaseReport:
    """What was compared in a phase. `worst` is the greatest error, at the tensor `where`."""

    name: str
    compared: int
    different: int
    worst: float
    where: str
    not_compared: tuple[str, ...] = ()


@dataclass(frozen=True)
class CauseReport:
    """The likely cause: what, how sure ("proven", "likely", "possible"), where, what to do."""

    name: str
    confidence: str
    text: str
    advice: str
    original: Line | None = None
    port: Line | None = None


@dataclass(frozen=True)
class DivergenceReport:
    """Where the programs part out. The sizes are the tensor's greatest differences.

    `update` counts from 1: the update that it belongs to. `error` and `allowed` are in the
    measure of the tolerances; both are 0 where something is not a matter of size.
    """

    phase: str
    update: int
    text: str
    tensor: str = ""
    original: Line | None = None
    port: Line | None = None
    error: float = 0.0
    allowed: float = 0.0
    absolute: float = 0.0
    relative: float = 0.0
    ulps: float = 0.0


@dataclass(frozen=True)
class Trace:
    """A tf.function of the port and how often it was traced."""

    site: str
    name: str
    count: int


@dataclass(frozen=True)
class Result:
    """One verdict: of one precision on one device.

    `message` says why nothing was compared, or what to do. `divergences` has the first one first.
    `noise_floor` is the drift of the original against itself moved by one ulp: each first weight in
    float64, each weight before each update in float32. `compared` are the lines whose events were
    compared and equal, of the original and the port: {path: lines}.
    """

    precision: str
    device: str
    outcome: Outcome
    message: str = ""
    seconds: float = 0.0
    tolerance: float = 0.0
    phases: tuple[PhaseReport, ...] = ()
    divergences: tuple[DivergenceReport, ...] = ()
    cause: CauseReport | None = None
    updates: tuple[Update, ...] = ()
    noise_floor: tuple[Update, ...] = ()
    draws: tuple[int, int] = (0, 0)
    traces: tuple[Trace, ...] = ()
    notes: tuple[str, ...] = ()
    compared: Mapping[str, frozenset[int]] = field(default_factory=dict)

    @property
    def first(self) -> DivergenceReport | None:
        return self.divergences[0] if self.divergences else None

    @property
    def drift(self) -> tuple[float, ...]:
        """The error of each update: of the weights in float64, of the update in float32."""
        return tuple(drift(update, self.precision) for update in self.updates)

    @property
    def noise(self) -> tuple[float, ...]:
        """The same by noise alone."""
        return tuple(drift(update, self.precision) for update in self.noise_floor)


def drift(update: Update, precision: str) -> float:
    """The number that a precision is judged by."""
    return update.weights if precision == "float64" else update.update
