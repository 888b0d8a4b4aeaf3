"""Keeps the score: how much was compared in each phase, what differed, what was not compared."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from porter.equivalence.compare import Difference
from porter.equivalence.events import Arrays, Event
from porter.equivalence.verdict.channels import Side
from porter.equivalence.verdict.model import Divergence, Pair, Phase, Tally, Window
from porter.equivalence.verdict.tolerances import Judged, Measure, Tolerances

KEPT = 20  # divergences: after the first, everything is different
LATER = 3  # windows kept after the first divergence, for its cause


class Record:
    """The score of a run. Memory stays flat: arrays are kept of few windows only."""

    def __init__(self, tolerances: Tolerances) -> None:
        self.measure = Measure(tolerances)
        self.tallies: dict[Phase, Tally] = {phase: Tally() for phase in Phase}
        self.divergences: list[Divergence] = []  # the first KEPT in the original's order
        self.notes: list[str] = []
        self.windows: list[Window] = [Window(0)]
        self.held: list[Divergence] | None = None
        self.seen = 0  # the order of the original's last event

    @property
    def window(self) -> Window:
        """What the original does now."""
        return self.windows[-1]

    def next_window(self) -> None:
        """An update is over: start a window, forget those that no divergence needs."""
        now = self.window.index + 1
        if not self.divergences:
            self.windows = [*self.windows[-1:], Window(now)]
        elif now <= self.divergences[0].window + LATER:
            self.windows.append(Window(now))
        else:
            self.windows = [*self.windows[:-1], Window(now)]

    def note(self, text: str) -> None:
        """Say something that is no divergence, once."""
        if text not in self.notes:
            self.notes.append(text)

    def not_compared(self, phase: Phase, text: str) -> None:
        missing = self.tallies[phase].not_compared
        if text not in missing:
            missing.append(text)

    def agreed(self, phase: Phase, count: int = 1) -> None:
        """Count what was compared exactly."""
        self.tallies[phase].compared += count

    def judge(
        self,
        phase: Phase,
        pair: Pair,
        arrays: tuple[Arrays, Arrays],
        what: str,
        *,
        group: Callable[[str], str] = lambda path: "",
        base: Arrays | None = None,
        floor: float = 0.0,
        remembered: bool = False,
    ) -> tuple[float, Divergence | None]:
        """Compare the arrays that both sides have; the error and a divergence to be reported.

        `group`, `base`, `floor` and `remembered` are those of `Measure.judge`.
        """
        expected = {path: array for path, array in arrays[0].items() if path in arrays[1]}
        actual = {path: arrays[1][path] for path in expected}
        if not expected:
            return 0.0, None
        judged = self.measure.judge(
            expected, actual, lambda path: f"{phase.value} {group(path)}", base, floor, remembered
        )
        self.tallies[phase].compared += len(expected)
        if not judged.differences:
            self._worst(phase, judged.error, judged.where)
            return judged.error, None
        text = _text(what, judged.differences)
        return judged.error, self.divergence(phase, text, pair, judged)

    def _worst(self, phase: Phase, error: float, where: str) -> None:
        tally = self.tallies[phase]
        if error > tally.worst:
            tally.worst, tally.where = error, where

    def check(
        self,
        phase: Phase,
        pair: Pair,
        arrays: tuple[Arrays, Arrays],
        what: str,
        group: Callable[[str], str] = lambda path: "",
        base: Arrays | None = None,
        floor: float = 0.0,
    ) -> float:
        """Compare as `judge` does and report what differs; the error."""
        error, divergence = self.judge(
            phase, pair, arrays, what, group=group, base=base, floor=floor
        )
        self.report(divergence)
        return error

    def divergence(
        self, phase: Phase, text: str, pair: Pair, judged: Judged | None = None
    ) -> Divergence:
        return Divergence(
            phase,
            pair.torch.order,
            text,
            pair.torch,
            pair.port,
            judged.differences if judged else (),
            judged.error if judged else 0.0,
            self.measure.tolerances.relative if judged else 0.0,
            self.window.index,
        )

    def alone(self, phase: Phase, text: str, side: Side, event: Event) -> Divergence:
        """A divergence of an event that the other program has no counterpart of."""
        if side is Side.TORCH:
            return Divergence(phase, event.order, text, torch=event, window=self.window.index)
        return Divergence(phase, self.seen, text, port=event, window=self.window.index)

    @contextmanager
    def holding(self) -> Iterator[list[Divergence]]:
        """What is reported inside is only collected."""
        self.held = []
        try:
            yield self.held
        finally:
            self.held = None

    def report(self, divergence: Divergence | None) -> None:
        """Add to the divergences, in the order of the original's events and of the phases."""
        if divergence is None:
            return
        if self.held is not None:
            self.held.append(divergence)
            return
        self.tallies[divergence.phase].different += 1
        where = divergence.differences[0].path if divergence.differences else ""
        self._worst(divergence.phase, divergence.error, where)
        bisect.insort(self.divergences, divergence, key=lambda d: (d.order, d.phase.rank))
        del self.divergences[KEPT:]


def _text(what: str, differences: tuple[Difference, ...]) -> str:
    more = len(differences) - 1
    rest = f" (and {more} more {'tensor' if more == 1 else 'tensors'})" if more else ""
    return f"{what}: {differences[0]}{rest}" if what else f"{differences[0]}{rest}"
