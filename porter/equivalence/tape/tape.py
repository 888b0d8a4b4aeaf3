"""The tape: random numbers by their place in the order of draws."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from porter.equivalence.events import Array, Site
from porter.equivalence.tape.formulas import DISTRIBUTIONS, key

Stack = tuple[Site, ...]
Watch = Callable[[str, tuple[int, ...], Stack], None]
Leave = Callable[[Callable[..., None], list[Any]], None]


def nowhere() -> Stack:
    return ()


class Tape:
    """Serves the n-th draw as f(seed, n, distribution, shape), whatever was drawn before.

    `watch(distribution, shape, stack)` is called for each draw, `where()` tells the stack.
    `leave(report, tensors)` brings values out of code that XLA compiles; without it, nobody is
    told of draws there.
    """

    def __init__(self, seed: int, watch: Watch | None = None, where: Callable[[], Stack] = nowhere):
        self.seed = seed
        self.watch = watch
        self.where = where
        self._here = threading.local()  # another thread may draw while one builds a network
        self.counter: Any = None  # a tf.Variable of the number of draws, once TensorFlow draws
        self.leave: Leave | None = None
        self.compiled = False  # whether it drew under XLA untold: then only the variable knows
        self._draws = 0

    @property
    def draws(self) -> int:
        """How many draws there have been; those under XLA, which nobody watches, included."""
        return int(self.counter) if self.compiled else self._draws

    @property
    def paused(self) -> bool:
        """Whether this thread's randomness is left to the framework."""
        return getattr(self._here, "paused", False)

    def rewind(self) -> None:
        """Begin again with the first draw."""
        self._count(0)

    def draw(self, distribution: str, *arguments: Any) -> Array:
        """The next draw, float64 or int64; `formulas` says what arguments a distribution has."""
        n = self.draws + 1
        values = self.serve(n, self.where(), distribution, *arguments)
        self._count(n)
        return values

    def serve(self, n: int, stack: Stack, distribution: str, *arguments: Any) -> Array:
        """The n-th draw, counted from 1, which this stack asked for."""
        values = np.asarray(DISTRIBUTIONS[distribution](key(self.seed, n), *arguments))
        self.served(n, stack, distribution, values.shape)
        return values

    def served(self, n: int, stack: Stack, distribution: str, shape: tuple[int, ...]) -> None:
        """Count the n-th draw, and tell of it."""
        self._draws = n
        if self.watch:
            self.watch(distribution, shape, stack)

    def _count(self, draws: int) -> None:
        self._draws = draws
        if self.counter is not None:
            self.counter.assign(draws)

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Leave randomness to the framework meanwhile."""
        before, self._here.paused = self.paused, True
        try:
            yield
        finally:
            self._here.paused = before
