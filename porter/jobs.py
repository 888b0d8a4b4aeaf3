"""Converting one file after the other, or several at once; nothing is written here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter import collector, source
from porter.files import Job
from porter.findings import Finding, Severity
from porter.pipeline import Converted, Failed, Options, Outcome, Skipped, rulebook
from porter.safely import bug, convert_text


@dataclass(frozen=True)
class Done:
    """What became of a job. `data` is the output: the port, or the copy of a skipped file."""

    job: Job
    outcome: Outcome
    text: str = ""  # the original
    data: bytes | None = None
    encoding: str = "utf-8"
    mode: int | None = None


def run(jobs: Sequence[Job], options: Options, workers: int = 1) -> Iterator[Done]:
    """The jobs' results, in order."""
    if workers > 1 and len(jobs) > 1:
        yield from _in_parallel(jobs, options, workers)
    else:
        for job in jobs:
            yield convert_file(job, options)


def _in_parallel(jobs: Sequence[Job], options: Options, workers: int) -> Iterator[Done]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    rulebook(options.rules)  # read once, and inherited where workers are forked
    context = get_context("fork" if _may_fork() else "spawn")
    with ProcessPoolExecutor(min(workers, len(jobs)), context, _prepare_worker) as pool:
        largest_first = sorted(jobs, key=_size, reverse=True)  # so that they end together
        futures = {job: pool.submit(convert_file, job, options) for job in largest_first}
        try:
            for job in jobs:
                future = futures[job]
                if isinstance(future.exception(), BrokenProcessPool):
                    yield Done(job, Failed(job.path, bug(job.path, "the process ended")))
                else:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _may_fork() -> bool:
    """Whether workers may start as copies, with everything imported: no thread could hold a lock.

    Elsewhere than on Linux, system libraries do not bear it.
    """
    threads = Path("/proc/self/task")
    return sys.platform == "linux" and threads.is_dir() and len(os.listdir(threads)) == 1


def _size(job: Job) -> int:
    try:
        return os.path.getsize(job.path)
    except OSError:
        return 0  # it is reported when it is read


def _prepare_worker() -> None:
    """Ctrl-C is the parent's to handle."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collector.calm()


def convert_file(job: Job, options: Options) -> Done:
    """Read and convert one file."""
    try:
        original = source.read(job.path)
    except source.Unreadable as error:
        return Done(job, Failed(job.path, source.unreadable(job.path, error)))
    done = Done(job, Skipped(job.path, ""), original.text, None, original.encoding, original.mode)
    if job.port_of:
        outcome: Outcome = Skipped(job.path, f"it is a port of {job.port_of}")
    else:
        options = replace(options, helpers=job.helpers)
        outcome = convert_text(original.text, job.path, job.root, options)
    if isinstance(outcome, Converted):
        try:
            data = outcome.output.encode(original.encoding)
        except UnicodeEncodeError as error:
            message = f"the output has characters that {error.encoding} lacks"
            hint = "save the original as UTF-8"
            finding = Finding(job.path, 1, 1, "P003", Severity.ERROR, message, hint)
            return replace(done, outcome=Failed(job.path, finding))
        return replace(done, outcome=outcome, data=data)
    copied = isinstance(outcome, Skipped) and job.copy
    return replace(done, outcome=outcome, data=original.data if copied else None)
