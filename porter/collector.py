"""Python's garbage collector, in a process that converts files and ends."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


def calm() -> None:
    """Look for cycles rarely: trees are many objects, hardly any of them in a cycle."""
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 20)  # about 100 MB


@contextmanager
def calmed() -> Iterator[None]:
    """A calm collector for a while, and none at all when the process ends."""
    before = gc.get_threshold()
    atexit.register(gc.freeze)
    calm()
    try:
        yield
    finally:
        gc.freeze()  # so that the next collection does not go through all that is new
        gc.unfreeze()
        gc.set_threshold(*before)
