"""Random numbers outside both frameworks: Python's, NumPy's and the environments'."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import numpy as np

# Its import draws a number from Python's generator: TensorBoard brings it on one of the sides only.
import rich.style  # noqa: F401


@contextmanager
def host_on(seed: int) -> Iterator[None]:
    """Seed Python's and NumPy's global generators, and those that NumPy makes without a seed.

    The k-th of these gets the same seed in both processes: default_rng(), RandomState(), and what
    the environments and spaces of gymnasium draw from until they are given a seed. A seed that
    the program gives itself counts as ever.
    """
    number = itertools.count()

    def randbits(bits: int) -> int:
        return (seed << 64) + next(number)

    random.seed(seed)
    np.random.seed(seed)
    with mock.patch.object(np.random.bit_generator, "randbits", randbits):  # its only entropy
        yield
