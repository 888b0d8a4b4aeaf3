"""What a cause is, and the case that it is looked for in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from porter.equivalence.causes.sources import Sources
from porter.equivalence.events import Arrays, Event, Kind, Site, Step
from porter.equivalence.verdict import Judge
from porter.equivalence.verdict.model import Divergence, Pair, Phase, Window


class Confidence(Enum):
    """How well a cause is known."""

    PROVEN = "proven"  # the port's numbers follow from it
    LIKELY = "likely"  # the numbers bear its marks
    POSSIBLE = "possible"  # the source texts suggest it, the numbers do not tell


@dataclass(frozen=True)
class Cause:
    """Why the programs part out: `text` says it with its numbers, `advice` what to do.

    `residual` is what remains unexplained where the port was computed again under this
    hypothesis. The sites are its lines in the original and in the port, where they are known.
    """

    name: str
    text: str
    advice: str
    confidence: Confidence = Confidence.PROVEN
    residual: float = 0.0
    original: Site | None = None
    port: Site | None = None


@dataclass(frozen=True)
class Case:
    """The first divergence and what was kept of the run around it."""

    divergence: Divergence
    windows: Sequence[Window] = ()
    networks: Mapping[str, Pair] = field(default_factory=dict)
    optimizers: Mapping[str, Pair] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)  # parameter: the original's optimizer
    ends: Pair | None = None
    single: bool = False  # float32
    draws: tuple[Sequence[Event], Sequence[Event]] = ((), ())  # of the divergence's window
    outputs: Mapping[str, Pair] = field(default_factory=dict)  # each layer's last equal output
    sources: Sources = field(default_factory=Sources)

    @staticmethod
    def of(judge: Judge, sources: Sources = Sources()) -> Case | None:
        """The case of a judge's first divergence; None if there is none."""
        if not judge.divergences:
            return None
        first = judge.divergences[0]
        return Case(
            first,
            judge.windows,
            judge.built[Kind.CONSTRUCT],
            judge.built[Kind.OPTIMIZER],
            judge.update.owners,
            judge.both_ends,
            judge.tolerances.resync,
            judge.drawn_before(first.window),
            judge.outputs,
            sources,
        )

    @property
    def phase(self) -> Phase:
        return self.divergence.phase

    def window(self, later: int = 0) -> Window | None:
        """The window of the divergence, or one before (-1) or after it."""
        index = self.divergence.window + later
        return next((window for window in self.windows if window.index == index), None)

    def steps(self, later: int = 0) -> tuple[Step, Step] | None:
        """The update that ends a window."""
        window = self.window(later)
        return window.steps() if window else None

    def assigned(self, path: str) -> Site | None:
        """The line of the port that last assigned to a weight, as its next update tells."""
        window = self.window()
        event = window.step.port if window and window.step else None
        site: Site | None = event.info.get("assigned", {}).get(path) if event else None
        return site

    @property
    def raw(self) -> tuple[Arrays, Arrays]:
        """The gradients of the window's losses, summed over its backward passes."""
        window = self.window()
        sums: tuple[Arrays, Arrays] = ({}, {})
        for passes in window.backward if window else ():
            for total, backward in zip(sums, passes):
                for path, array in (backward.gradient.arrays if backward.gradient else {}).items():
                    total[path] = total[path] + array if path in total else array
        return sums

    @property
    def optimizer(self) -> Pair | None:
        """The OPTIMIZER events of the optimizer at fault."""
        event = self.divergence.torch
        return self.optimizers.get(event.name) if event else None

    @property
    def events(self) -> tuple[Event, Event] | None:
        """The divergence's events, where both sides have one."""
        torch, port = self.divergence.torch, self.divergence.port
        return (torch, port) if torch and port else None


Finder = Callable[[Case], "Cause | None"]
