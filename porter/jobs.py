"""Converting one file after the other, or several at once; nothing is written here."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from porter import cache, collector, source
from porter.converting import convert_text
from porter.files import Job
from porter.findings import Finding, Severity
from porter.pipeline import Converted, Failed, Options, Outcome, Skipped, rulebook
from porter.safely import bug


@dataclass(frozen=True)
class Done:
    """What became of a job. `data` is the output: the port, or the copy of a skipped file."""

    job: Job
    outcome: Outcome
    text: str = ""  # the original
    data: bytes | None = None
    encoding: str = "utf-8"
    mode: int | None = None


def run(
    jobs: Sequence[Job], options: Options, workers: int = 1, cached: bool = False
) -> Iterator[Done]:
    """The jobs' results, in order; `cached`: also those of the last run."""
    cache.forget()
    if workers > 1 and len(jobs) > 1:
        yield from _in_parallel(jobs, options, workers, cached)
    else:
        for job in jobs:
            yield convert_file(job, options, cached)


def _in_parallel(
    jobs: Sequence[Job], options: Options, workers: int, cached: bool
) -> Iterator[Done]:
    from porter.pool import Pool

    rulebook(options.rules)  # read once, and inherited where workers are forked
    pool = Pool(partial(convert_file, options=options, cached=cached), _lost, _prepare_worker)
    largest_first = sorted(jobs, key=_size, reverse=True)  # so that they end together
    done: dict[Job, Done] = {}
    found = pool.run(largest_first, workers)
    for job in jobs:
        while job not in done:
            ended, result = next(found)
            done[ended] = result
        yield done.pop(job)


def _lost(job: Job) -> Done:
    return Done(job, Failed(job.path, bug(job.path, "the process ended")))


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


def convert_file(job: Job, options: Options, cached: bool = False) -> Done:
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
        texts = options.evidence.texts if options.evidence is not None else {}
        cut = texts.get(os.path.realpath(job.path)) if texts else None
        outcome = _outcome(job, original.text if cut is None else cut, options, cached)
        if cut is not None and isinstance(outcome, Skipped):
            original = replace(original, data=cut.encode(original.encoding))
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


def _outcome(job: Job, text: str, options: Options, cached: bool) -> Outcome:
    known = cache.load(job, text, options) if cached else None
    if known is not None:
        return known
    outcome = convert_text(text, job.path, job.root, options)
    if cached:
        cache.save(job, text, options, outcome)
    return outcome
