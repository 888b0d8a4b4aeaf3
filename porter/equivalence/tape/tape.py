"""The tape: random numbers by their place in the order of draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from porter.equivalence.events import Array, Site
from porter.equivalence.tape.formulas import DISTRIBUTIONS, key

Stack = tuple[Site, ...]
Watch = Callable[[str, tuple[int, ...], Stack], None]


def nowhere() -> Stack:
    return ()


class Tape:
    """Serves the n-th draw as f(seed, n, distribution, shape), whatever was drawn before.

    `watch(distribution, shape, stack)` is called for each draw, `where()` tells the stack.
    """

    def __init__(self, seed: int, watch: Watch | None = None, where: Callable[[], Stack] = nowhere):
        self.seed = seed
        self.watch = watch
        self.where = where
        self.paused = False
        self._draws = 0
        self._counter: Callable[[], int] | None = None

    @property
    def draws(self) -> int:
        """How many draws there have been; those under XLA, which nobody watches, included."""
        return self._counter() if self._counter else self._draws

    def count_by(self, counter: Callable[[], int]) -> None:
        """Ask this for the number of draws from now on."""
        self._counter = counter

    def draw(self, distribution: str, *arguments: Any) -> Array:
        """The next draw, float64 or int64; `formulas` says what arguments a distribution has."""
        return self.serve(self._draws + 1, self.where(), distribution, *arguments)

    def serve(self, n: int, stack: Stack, distribution: str, *arguments: Any) -> Array:
        """The n-th draw, counted from 1, which this stack asked for."""
        values = np.asarray(DISTRIBUTIONS[distribution](key(self.seed, n), *arguments))
        self._draws = n
        if self.watch:
            self.watch(distribution, values.shape, stack)
        return values

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Leave randomness to the framework meanwhile."""
        before, self.paused = self.paused, True
        try:
            yield
        finally:
            self.paused = before
