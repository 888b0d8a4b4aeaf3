"""What porter makes of real agents: python benchmarks/corpus.py DIR [--fetch] [--jobs N]

DIR holds repositories side by side; --fetch brings the twelve that are measured. Each is converted
as one project into a temporary directory, and what was written is converted once more. Counted
are the files that use torch; a file that trains has a backward() in it.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from common import machine, table
from corpus_facts import has_train_body, lost_comments, python_of, trains, tree_of, uses_torch
from corpus_files import fetch, repository
from corpus_import import DEFINITIONS, WHOLE, import_ports
from corpus_run import Ran, run_ports

from porter import deliver, files, jobs
from porter.findings import Severity
from porter.pipeline import Converted, Options


@dataclass(frozen=True)
class Measured:
    """One file of the corpus. `crash` is porter's own failure; `imports`, `ran`: where tried."""

    path: str
    trains: bool
    crash: str = ""
    errors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    parses: bool = False
    free: bool = False
    train_body: bool = False
    lost: tuple[str, ...] = ()
    stable: bool = False
    imports: str = ""
    ran: Ran | None = None

    @property
    def ported(self) -> bool:
        """Nothing is left for the user to do."""
        return not self.crash and not self.errors and self.free


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("place", type=Path, metavar="DIR", help="repositories, side by side")
    parser.add_argument("--fetch", action="store_true", help="first clone what is missing")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all facts there")
    parser.add_argument("--no-import", action="store_true", help="do not import the ports")
    parser.add_argument("--no-run", action="store_true", help="do not train with the ports")
    arguments = parser.parse_args()

    if arguments.fetch:
        fetch(arguments.place)
    with tempfile.TemporaryDirectory() as temporary:
        found: list[Measured] = []
        for project in sorted(p for p in arguments.place.iterdir() if p.is_dir()):
            found += measure(project, Path(temporary), arguments.jobs)
        if not arguments.no_import:
            found = with_imports(found, Path(temporary, "once"), arguments.jobs)
        if not arguments.no_run:
            found = with_runs(found, arguments.place, Path(temporary))
    print("\n".join(map(line, found)))
    print(f"\n{machine('libcst')}. {len(found)} files.\n")
    print(table(("", "all files", "files that train"), totals(found)))
    if arguments.json:
        facts = [{**asdict(one), "ported": one.ported} for one in found]
        arguments.json.write_text(json.dumps(facts, indent=1) + "\n")


def measure(project: Path, temporary: Path, workers: int) -> Iterator[Measured]:
    """Convert a repository twice; one result for each file that counts."""
    wanted = repository(project.name)
    once, twice = temporary / "once" / project.name, temporary / "twice" / project.name
    done = convert(project, once, workers)
    convert(once, twice, workers)
    for job in done:
        path = Path(job.job.path)
        inside = path.relative_to(project)
        original = python_of(path) if wanted.counts(inside.as_posix()) else ""
        tree = tree_of(original)
        if tree is not None and uses_torch(tree):
            start = Measured(f"{project.name}/{inside}", trains(original))
            yield examine(start, job, original, once / inside, twice / inside)


def convert(top: Path, out: Path, workers: int) -> list[jobs.Done]:
    """What `porter convert top -o out` does."""
    out.mkdir(parents=True)
    work = files.find([str(top)], str(out))
    done = list(jobs.run(work.jobs, Options(), workers))
    delivered = [job for job in done if deliver.deliver(job).output is not None]
    for helper in deliver.helpers(delivered, Options()):
        helper.write()
    return done


def examine(start: Measured, done: jobs.Done, original: str, port: Path, again: Path) -> Measured:
    """The facts of a file that was converted."""
    if not isinstance(done.outcome, Converted):
        return replace(start, crash=str(done.outcome))
    found = {
        severity: tuple(str(f) for f in done.outcome.findings if f.severity is severity)
        for severity in Severity
    }
    code = python_of(port)
    tree = tree_of(code)
    return replace(
        start,
        errors=found[Severity.ERROR],
        notes=found[Severity.NOTE],
        parses=tree is not None,
        free=tree is not None and not uses_torch(tree),
        train_body=tree is not None and has_train_body(tree),
        lost=tuple(lost_comments(original, code)),
        stable=again.exists() and port.read_bytes() == again.read_bytes(),
    )


def with_imports(measured: Sequence[Measured], once: Path, workers: int) -> list[Measured]:
    """The same with what came of importing each port."""
    ports = [(once / one.path, once / Path(one.path).parts[0]) for one in measured]
    with ThreadPoolExecutor(workers) as pool:  # each waits for a process of its own
        parts = list(pool.map(import_ports, [ports[part::workers] for part in range(workers)]))
    return [
        replace(one, imports=parts[index % workers][index // workers])
        for index, one in enumerate(measured)
    ]


def with_runs(measured: Sequence[Measured], place: Path, temporary: Path) -> list[Measured]:
    """The same with what came of running the ports that train; what is half ported does not run."""
    paths = [one.path for one in measured if one.trains and one.ported]
    came: dict[str, Ran] = {}
    ran = run_ports(paths, place, temporary / "once", temporary / "running")
    for path, found in zip(paths, ran, strict=True):
        print(f"{path}: {found}", file=sys.stderr, flush=True)  # it takes long
        came[path] = found
    return [replace(one, ran=came.get(one.path)) for one in measured]


def line(one: Measured) -> str:
    """One file's facts."""
    marks = [
        "trains" if one.trains else "",
        f"crash: {one.crash}" if one.crash else "",
        f"{len(one.errors)} errors, {len(one.notes)} notes",
        "" if one.parses else "DOES NOT PARSE",
        "" if one.free else "torch left",
        "train body" if one.train_body else "",
        f"lost {len(one.lost)} comments: {' '.join(one.lost[:3])}" if one.lost else "",
        "" if one.stable else "NOT STABLE",
        f"imports: {one.imports}" if one.imports else "",
        f"runs: {one.ran}" if one.ran else "",
    ]
    return f"{one.path}: {'; '.join(mark for mark in marks if mark)}"


def totals(found: Sequence[Measured]) -> list[tuple[str, str, str]]:
    """Rows of the table: how many of all files, and of those that train."""
    facts: dict[str, Callable[[Measured], bool]] = {
        "files": lambda one: True,
        "converted without a crash": lambda one: not one.crash,
        "the output parses": lambda one: one.parses,
        "converting again changes nothing": lambda one: one.stable,
        "every comment is kept": lambda one: not one.crash and not one.lost,
        "free of torch": lambda one: one.free,
        "no error-level finding": lambda one: not one.crash and not one.errors,
        "ported: no error, no torch": lambda one: one.ported,
        "update in a `@tf.function`": lambda one: one.train_body,
    }
    if any(one.imports for one in found):
        facts["imports under TensorFlow, whole"] = lambda one: one.imports.startswith(WHOLE)
        facts["... its definitions only (runs at import)"] = lambda one: one.imports.startswith(
            DEFINITIONS
        )
    if any(one.ran for one in found):
        facts["runs: 20 of each update, not retraced"] = lambda one: bool(one.ran and one.ran.runs)
        facts["... all of them in graphs"] = lambda one: bool(
            one.ran and one.ran.runs and not one.ran.eager
        )
    training = [one for one in found if one.trains]
    rows = []
    for name, fact in facts.items():
        rows.append((name, *(str(sum(map(fact, group))) for group in (found, training))))
    for kind in ("errors", "notes"):
        counts = (sum(len(getattr(one, kind)) for one in group) for group in (found, training))
        rows.append((f"findings: {kind}", *map(str, counts)))
    return rows


if __name__ == "__main__":
    main()
