"""Random numbers outside both frameworks: Python's, NumPy's and the environments'."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np


@contextmanager
def host_on(seed: int) -> Iterator[None]:
    """Seed Python's and NumPy's global generators, and every generator made without a seed.

    The k-th of these gets the same seed in both processes. gymnasium's environments and spaces
    make theirs from np.random.SeedSequence, so they are among them. A seed that the program
    gives itself counts as ever.
    """
    default_rng = np.random.default_rng
    number = itertools.count()

    def entropy() -> list[int]:
        return [seed, next(number)]

    class SeedSequence(np.random.SeedSequence):
        def __init__(self, own: Any = None, **keywords: Any) -> None:
            super().__init__(entropy() if own is None else own, **keywords)

    class RandomState(np.random.RandomState):
        def __init__(self, own: Any = None) -> None:
            super().__init__(entropy() if own is None else own)

    def seeded_rng(own: Any = None) -> np.random.Generator:
        return default_rng(entropy() if own is None else own)

    random.seed(seed)
    np.random.seed(seed)
    with mock.patch.multiple(
        np.random, SeedSequence=SeedSequence, RandomState=RandomState, default_rng=seeded_rng
    ):
        yield
