"""Converting one file after the other, or several at once; nothing is written here."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from libcst import ParserSyntaxError

from porter import pipeline, source
from porter.files import Job
from porter.findings import Finding, Severity
from porter.pipeline import Converted, Failed, Options, Outcome, Skipped
from porter.rulebook import RuleError


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

    with ProcessPoolExecutor(min(workers, len(jobs))) as pool:
        futures = [pool.submit(convert_file, job, options) for job in jobs]
        try:
            for job, future in zip(jobs, futures):
                if isinstance(future.exception(), BrokenProcessPool):
                    yield Done(job, Failed(job.path, _bug(job.path, "the process ended")))
                else:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


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


def convert_text(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """pipeline.convert() for scripts and notebooks alike; whatever happens, an outcome."""
    try:
        if path.endswith(".ipynb"):
            from porter import notebook

            return notebook.convert(text, path, root, options)
        problem = source.parse_problem(text, path)
        if problem is not None:
            return Failed(path, problem)
        outcome = pipeline.convert(text, path, root, options)
    except RecursionError:
        return Failed(path, source.too_deep(path))
    except ParserSyntaxError as error:
        message = f"libcst cannot parse it: {error.message.splitlines()[0]}"
        where = (max(error.raw_line, 1), max(error.editor_column, 1))
        hint = "correct the file, or leave it out"
        return Failed(path, Finding(path, *where, "P002", Severity.ERROR, message, hint))
    except RuleError:
        raise  # the user's rule file is wrong, for every file alike
    except Exception as error:  # a bug of porter's in one file must not cost the others
        return Failed(path, _bug(path, _brief(error)))
    if isinstance(outcome, Converted) and text.endswith("\r"):  # libcst drops the last one
        end = text[len(text.rstrip("\r")) :]
        outcome = replace(outcome, output=outcome.output.rstrip("\r") + end)
    return outcome


def _bug(path: str, message: str) -> Finding:
    """The finding of an internal error."""
    hint = "please report this, with the file"
    return Finding(path, 1, 1, "P901", Severity.ERROR, f"porter failed: {message}", hint)


def _brief(error: Exception) -> str:
    """The error, and the last line of porter's that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if Path(f.filename).is_relative_to(Path(__file__).parent)]
    where = f" at {Path(inside[-1].filename).name}:{inside[-1].lineno}" if inside else ""
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}{where}"
