"""What both sides share: numbering events, counting updates, saying when it is enough."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from porter.equivalence.events import Arrays, Event, Kind, Site
from porter.equivalence.sides.actions import Actions
from porter.equivalence.sides.naming import Names
from porter.equivalence.sides.printed import Printed
from porter.equivalence.sides.processes import UNOBSERVED
from porter.equivalence.sides.program import Enough, Run, ownership
from porter.equivalence.sites import stack
from porter.equivalence.tape import Tape

NOWHERE = Site("", 0)


class Wire(Protocol):
    """Where events go, and where questions are answered."""

    def send(self, event: Event) -> None: ...

    def ask(self, about: str, subject: Any) -> Any: ...

    def enough(self) -> bool: ...


class Observer:
    """Makes events of what the hooks see. After the last update wanted, it sees nothing more."""

    def __init__(self, run: Run, wire: Wire) -> None:
        self.run = run
        self.wire = wire
        self.is_own: Callable[[str], bool] = ownership(Path(run.script).parent)
        self.tape = Tape(run.seed, watch=self.drawn, where=self.where)
        self.names = Names()
        self.optimizers: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
        self.actions = Actions(self.acted)
        self.order = 0
        self.steps = 0
        self.over = False
        self.deadline: float | None = None  # from the first update on
        self.printed: Printed | None = None
        self.processes: list[str] = []  # that the program started
        self.process = os.getpid()  # the program's forked children are not observed

    def where(self) -> tuple[Site, ...]:
        """The program's frames, innermost first."""
        return stack(self.is_own)

    def emit(
        self,
        kind: Kind,
        where: tuple[Site, ...],
        name: str = "",
        arrays: Arrays | None = None,
        **info: Any,
    ) -> None:
        if self.over or os.getpid() != self.process:
            return
        self.order += 1
        if kind is Kind.STEP:
            self.steps += 1
        site = where[0] if where else NOWHERE
        event = Event(kind, self.order, site, name, arrays or {}, info, self.tape.draws, where[1:])
        self.wire.send(event)
        if kind is Kind.STEP and (self.steps == self.run.updates or self._late()):
            self.over = True

    def _late(self) -> bool:
        """Whether the time of the run is over, or that of the other side."""
        if self.deadline is None and self.run.seconds:
            self.deadline = time.monotonic() + self.run.seconds
        late = self.deadline is not None and time.monotonic() > self.deadline
        return late or self.wire.enough()

    def drawn(self, distribution: str, shape: tuple[int, ...], where: tuple[Site, ...]) -> None:
        self.emit(Kind.DRAW, where, distribution=distribution, shape=shape)

    def acted(self, action: Any) -> None:
        self.stop_if_over()
        self.emit(Kind.ACTION, self.where(), arrays={"action": action})

    def stop_if_over(self) -> None:
        if self.over:
            raise Enough

    def finish(self, error: str = "") -> None:
        """The program is over. Where it was stopped, the sides stand at different lines."""
        stopped = self.over
        self.over = False
        arrays = {} if error or stopped else self.weights()
        told = self.finished()
        if self.processes:
            told.setdefault("hazards", []).append(UNOBSERVED)
        if self.printed:
            told["printed"] = self.printed.numbers()
        self.emit(Kind.END, (), arrays=arrays, error=error, stopped=stopped, **told)

    # What a framework's side adds:

    def prepare(self) -> None:
        """Set the framework up for the run's precision and seed; it can't be undone."""
        raise NotImplementedError

    def watching(self) -> AbstractContextManager[None]:
        """The hooks are in, also the tape's: to be entered before the program is imported."""
        raise NotImplementedError

    def weights(self) -> Arrays:
        """All networks' weights by path."""
        raise NotImplementedError

    def finished(self) -> dict[str, Any]:
        """What the END event tells beside the weights."""
        raise NotImplementedError
