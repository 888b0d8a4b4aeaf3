"""Random numbers outside both frameworks: Python's, NumPy's and the environments'."""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from types import ModuleType
from unittest import mock

import numpy as np


@contextmanager
def host_on(seed: int, is_own: Callable[[str], bool] = lambda path: False) -> Iterator[None]:
    """Seed Python's and NumPy's global generators, and those that NumPy makes without a seed.

    The k-th of these gets the same seed in both processes: default_rng(), RandomState(), and what
    the environments and spaces of gymnasium draw from until they are given a seed. A seed that
    the program gives itself counts as ever. What a library draws while it is imported does not
    count: one of the two programs may import more, as torch's TensorBoard brings SciPy and rich.
    """
    numbers = [itertools.count(seed << 64)]  # the program's, and those of imports under way
    load = SourceFileLoader.exec_module

    def randbits(bits: int) -> int:
        return next(numbers[-1])

    def imported(loader: SourceFileLoader, module: ModuleType) -> None:
        if is_own(loader.path):
            load(loader, module)
            return
        # What it imports in turn is restored with it.
        before = (random.getstate(), np.random.get_state()) if len(numbers) == 1 else None
        numbers.append(itertools.count((seed << 64) + (zlib.crc32(loader.path.encode()) << 32)))
        try:
            load(loader, module)
        finally:
            numbers.pop()
            if before:
                random.setstate(before[0])
                np.random.set_state(before[1])

    random.seed(seed)
    np.random.seed(seed)
    with (
        mock.patch.object(SourceFileLoader, "exec_module", imported),
        mock.patch.object(np.random.bit_generator, "randbits", randbits),  # its only entropy
    ):
        yield
