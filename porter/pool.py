"""Processes for jobs: one that is killed costs its own job, and none outlives its parent."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

J = TypeVar("J")
R = TypeVar("R")
Busy = dict[Connection, tuple[J, Any]]


class Pool(Generic[J, R]):
    """`work(job)` in so many processes. `lost(job)` stands for what no process could do.

    Work that raises ends the pool with that error. So does any error of the caller's, Ctrl-C too:
    the processes are killed at once.
    """

    def __init__(self, work: Callable[[J], R], lost: Callable[[J], R], prepare: Callable[[], None]):
        self._work, self._lost, self._prepare = work, lost, prepare
        self._context: Any = get_context("fork" if _may_fork() else "spawn")

    def run(self, jobs: Sequence[J], workers: int) -> Iterator[tuple[J, R]]:
        """Each job with its result, as they end; they begin in order."""
        waiting = list(reversed(jobs))
        busy: Busy[J] = {}
        try:
            for _ in range(min(workers, len(jobs))):
                self._begin(waiting, busy, *self._start())
            while busy:
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    job, process = busy.pop(pipe)
                    try:
                        result = pipe.recv()
                    except (EOFError, ConnectionError):
                        process.join()
                        yield job, self._lost(job)
                        if waiting:
                            self._begin(waiting, busy, *self._start())
                        continue
                    if isinstance(result, BaseException):
                        raise result
                    self._begin(waiting, busy, pipe, process)
                    yield job, result
        finally:
            for _, process in busy.values():
                process.kill()

    def _start(self) -> tuple[Connection, Any]:
        ours, theirs = self._context.Pipe()
        arguments = (theirs, self._work, self._prepare, os.getpid())
        process = self._context.Process(target=_serve, args=arguments, daemon=True)
        process.start()
        theirs.close()
        return ours, process

    def _begin(self, waiting: list[J], busy: Busy[J], pipe: Connection, process: Any) -> None:
        """Give a process its next job; one that is out of work ends."""
        if not waiting:
            pipe.close()
            process.kill()
            return
        job = waiting.pop()
        busy[pipe] = job, process
        with suppress(ConnectionError):  # it has ended: that is seen where its answer is read
            pipe.send(job)


def _serve(
    pipe: Connection, work: Callable[[Any], Any], prepare: Callable[[], None], parent: int
) -> None:
    """What a process does: jobs, until there are none or nobody wants them any more."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    prepare()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, ConnectionError):
            return
        try:
            result = work(job)
        except Exception as error:
            result = error
        pipe.send(result)


def _end_with(parent: int) -> None:
    """A parent that was killed can tell nobody."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _may_fork() -> bool:
    """Whether workers may start as copies, with everything imported: no thread could hold a lock.

    Elsewhere than on Linux, system libraries do not bear it.
    """
    threads = Path("/proc/self/task")
    return sys.platform == "linux" and threads.is_dir() and len(os.listdir(threads)) == 1
