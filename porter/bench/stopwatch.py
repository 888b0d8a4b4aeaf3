"""The stopwatch that a program under measurement carries: how long each pass of a phase took."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import Any

from porter.equivalence.sides.program import Enough

ENVIRONMENT = -1


class Stopwatch:
    """Durations in seconds of every pass of every phase, by the phase's number.

    Time in the environment counts for nothing else. Within an update everything counts for it.
    `synchronize` waits for the device; a GPU works on while Python goes on. `clock` tells the time.
    """

    def __init__(
        self,
        updates: frozenset[int],
        limit: int | None,
        synchronize: Callable[[], object],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.spans: dict[int, array[float]] = {}
        self.updates = updates
        self.limit = limit
        self.synchronize = synchronize
        self.clock = clock
        self.done = 0
        self.depth = 0  # of phases, which don't nest: the outermost counts
        self.running: int | None = None  # the outermost phase
        self.away = 0.0  # in the environment, while a phase was running
        self.started: float | None = None  # at the first step of the environment

    def phase(self, number: int) -> Pass:
        """What `with` takes around a run of statements."""
        return Pass(self, number)

    def add(self, number: int, seconds: float) -> None:
        self.spans.setdefault(number, array("d")).append(seconds)

    def step(self, owner: Any) -> Any:
        """`owner.step`, measured where the owner is an environment: it has reset() too."""
        method = owner.step
        if not (hasattr(owner, "reset") and callable(method)):
            return method

        def measured(*args: Any, **keywords: Any) -> Any:
            start = self.clock()
            if self.started is None:
                self.started = start
            result = method(*args, **keywords)
            seconds = self.clock() - start
            self.add(ENVIRONMENT, seconds)
            self.away += seconds
            return result

        return measured

    def updated(self) -> None:
        """Raises Enough after the last update that is wanted."""
        self.done += 1
        if self.limit is not None and self.done >= self.limit:
            raise Enough


class Pass:
    """One pass of a phase."""

    __slots__ = ("away", "number", "outer", "start", "watch")

    def __init__(self, watch: Stopwatch, number: int) -> None:
        self.watch = watch
        self.number = number

    def __enter__(self) -> None:
        watch = self.watch
        self.outer = watch.depth
        watch.depth += 1
        if not self.outer:
            watch.synchronize()
            watch.running = self.number
            self.away = watch.away
            self.start = watch.clock()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        watch = self.watch
        watch.depth = self.outer
        if self.outer:
            return
        watch.synchronize()
        watch.running = None
        seconds = watch.clock() - self.start
        watch.add(self.number, seconds - (watch.away - self.away))
        if kind is None and self.number in watch.updates:
            watch.updated()
