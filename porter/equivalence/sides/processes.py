"""Processes that a program starts: nobody observes them, so a check should be told of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from unittest import mock

UNOBSERVED = (
    "the program started processes of its own: only its main one is observed, the others compute "
    "in float32, and what they send arrives in another order each time. Let it work in one "
    "process, if it has an argument for that"
)


@contextmanager
def started() -> Iterator[list[str]]:
    """The names of the processes of `multiprocessing` that start meanwhile.

    Those of torch's own, as a DataLoader's, do not count: what they give comes in order.
    """
    start = BaseProcess.start
    names: list[str] = []

    def noted(self: BaseProcess) -> None:
        module = getattr(getattr(self, "_target", None), "__module__", None) or ""
        if not module.startswith("torch."):
            names.append(self.name)
        start(self)

    with mock.patch.object(BaseProcess, "start", noted):
        yield names
