"""Everything below a folder through porter: python benchmarks/fuzz.py DIR... [--match WORD]

Each file is converted and linted in a process of its own with a limit of time and memory, and its
port is converted once more. The table counts what must not happen; each such file is a line above
it. Exit code 1 where there is any. Nothing is written, and no code of the files is run.
"""

import argparse
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from common import machine, table
from corpus_facts import imported, lost_comments, tree_of

from porter import collector, files, magics, source
from porter.cells import NotANotebook
from porter.cells import read as cells_of
from porter.converting import convert_text
from porter.findings import Finding
from porter.linter import documents, registry
from porter.linter.settings import Settings
from porter.pipeline import Converted, Failed, Options, Skipped, rulebook

SLOW, LARGE = 10.0, 2048  # seconds of the processor for a step, MiB of a file
_STATEMENT = re.compile(r"^\s*(?:import|from)\s+torch\b", re.M)


@dataclass
class Facts:
    """One file. `steps` has the seconds of each step; the rest is what must not be."""

    path: str
    lines: int = 0
    kind: str = ""  # Converted, Skipped, Failed; "" where it ended before
    steps: dict[str, float] = field(default_factory=dict)
    mib: float = 0.0
    crash: str = ""
    broken: str = ""
    silent: str = ""
    lost: list[str] = field(default_factory=list)
    unstable: str = ""


FAULTS: dict[str, Callable[[Facts], object]] = {
    "crashes, of porter's own or of the process": lambda facts: facts.crash and not endless(facts),
    "ended by the limit of time": lambda facts: endless(facts),
    "output that does not parse": lambda facts: facts.broken,
    "torch is left and nothing is told": lambda facts: facts.silent,
    "comments lost": lambda facts: facts.lost,
    "another text when converted again": lambda facts: facts.unstable,
    f"a step over {SLOW:.0f} s of CPU time": lambda facts: slowest(facts) > SLOW,
    f"memory over {LARGE} MiB": lambda facts: facts.mib > LARGE,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("places", nargs="+", type=Path, metavar="DIR", help="folders, or files")
    add("--match", default="", metavar="WORD", help="only files that this pattern is found in")
    add("--every", type=int, default=1, metavar="N", help="only each N-th of them")
    add("--alone", action="store_true", help="do not look into the files that they import")
    add("--seconds", type=int, default=60, metavar="N", help="CPU time of a file; default: 60")
    add("--memory", type=int, default=6, metavar="GIB", help="limit of a file; default: 6")
    add("--json", type=Path, metavar="FILE", help="also write all facts there, a line each")
    arguments = parser.parse_args()

    rulebook(())
    registry.every()
    collector.calm()
    wanted = [path for place in arguments.places for path in below(place, arguments.match)]
    found = []
    output = open(arguments.json, "w") if arguments.json else None  # noqa: SIM115
    for path in wanted[:: arguments.every]:
        facts = apart(path, arguments.alone, arguments.seconds, arguments.memory)
        found.append(facts)
        if any(fault(facts) for fault in FAULTS.values()):
            print(line(facts), flush=True)
        if output:
            print(json.dumps(asdict(facts)), file=output, flush=True)
    print(f"\n{machine('libcst')}; {time.strftime('%Y-%m-%d')}\n")
    print(table(("", "files"), rows(found)))
    return int(any(fault(facts) for facts in found for fault in FAULTS.values()))


def below(place: Path, pattern: str) -> Iterator[Path]:
    """The Python files and notebooks, in order; links are not followed."""
    paths = sorted(place.rglob("*")) if place.is_dir() else [place]
    for path in paths:
        if path.suffix not in files.SUFFIXES or path.is_symlink() or not path.is_file():
            continue
        if not pattern or re.search(pattern.encode(), path.read_bytes()):
            yield path


def apart(path: Path, alone: bool, seconds: int, gib: int) -> Facts:
    """The facts, found in a process of its own: what takes that down is a fact as well."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_AS, (gib << 30, gib << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.alarm(10 * seconds)
        with os.fdopen(writer, "w") as answer:
            json.dump(asdict(examined(path, alone)), answer)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    _, status, usage = os.wait4(child, 0)
    facts = Facts(**json.loads(text)) if text and not status else Facts(str(path))
    facts.mib = usage.ru_maxrss / 1024
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        used = usage.ru_utime + usage.ru_stime
        what = {
            signal.SIGXCPU: f"over {seconds} s",
            signal.SIGKILL: f"over {seconds} s",
            signal.SIGALRM: f"over {10 * seconds} s of the clock, with {used:.0f} s of CPU time",
        }.get(signal.Signals(number), f"signal {number}")
        facts.crash = f"the process ended: {what}"
    elif status:
        facts.crash = f"the process ended: exit code {os.waitstatus_to_exitcode(status)}"
    return facts


def examined(path: Path, alone: bool) -> Facts:
    """Convert, convert again, lint."""
    facts = Facts(str(path))
    try:
        text = source.read(str(path)).text
        facts.lines = text.count("\n")
        convert(facts, text, None if alone else path.parent)
        with timed(facts, "lint"):
            findings = documents.read(str(path), Settings(path.parent)).findings
        if any(f.rule == registry.SYNTAX and parses(facts.path, text) for f in findings):
            facts.crash = facts.crash or f"lint: {findings[0].message}"
    except source.Unreadable:
        facts.kind = "Unreadable"
    except BaseException as error:  # the fact that is looked for
        facts.crash = f"{type(error).__name__}: {str(error)[:200]}"
    return facts


def convert(facts: Facts, text: str, root: Path | None) -> None:
    """What convert makes of a text, and of its own output."""
    path = facts.path
    with timed(facts, "convert"):
        outcome = convert_text(text, path, root, Options())
    facts.kind = type(outcome).__name__
    if isinstance(outcome, Failed):
        own = outcome.finding.code == "P901"
        if own and "would not parse" in outcome.finding.message:
            facts.broken = outcome.finding.message
        elif own or parses(path, text):
            facts.crash = str(outcome.finding)
    elif isinstance(outcome, Skipped):
        tree = tree_of(python(path, text)) if _STATEMENT.search(text) else None
        if tree is not None and "torch" in imported(tree):
            facts.silent = f"skipped: {outcome.why}"
    else:
        again(facts, text, outcome, root)


def again(facts: Facts, text: str, first: Converted, root: Path | None) -> None:
    """What a port must be: Python, with all comments, that is not changed any more."""
    path = facts.path
    facts.crash = next((str(f) for f in first.findings if told_of_itself(f)), "")
    code = python(path, first.output)
    if tree_of(code) is None and tree_of(python(path, text)) is not None:
        facts.broken = "the output does not parse"
        return
    facts.lost = lost_comments(python(path, text), code)
    if root is not None:  # a port among originals: corpus.py converts whole projects twice
        return
    with timed(facts, "again"):
        second = convert_text(first.output, path, root, Options())
    if isinstance(second, Failed):
        facts.unstable = str(second.finding)
    elif isinstance(second, Converted) and second.output != first.output:
        pairs = enumerate(zip(first.output.split("\n"), second.output.split("\n")), 1)
        facts.unstable = next((f"line {n}: {a!r}: {b!r}" for n, (a, b) in pairs if a != b), "end")


def told_of_itself(finding: Finding) -> bool:
    return finding.code == "P901"


def python(path: str, text: str) -> str:
    """The Python of a script, or of a notebook's code cells with their magics masked."""
    if not path.endswith(".ipynb"):
        return text
    masked = (magics.mask(cell.source) for cell in cells_of(text)[0])
    return "".join(f"{cell.text}\n" for cell in masked if cell)


def parses(path: str, text: str) -> bool:
    """Whether Python itself can read it, so that porter has to."""
    try:
        return source.parse_problem(python(path, text), path) is None
    except NotANotebook:
        return False


class timed:
    """The seconds of the processor for a step: the machine may have other work."""

    def __init__(self, facts: Facts, step: str) -> None:
        self.facts, self.step, self.start = facts, step, time.process_time()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self.facts.steps[self.step] = round(time.process_time() - self.start, 3)


def endless(facts: Facts) -> bool:
    return facts.crash.startswith("the process ended: over")


def slowest(facts: Facts) -> float:
    return max(facts.steps.values(), default=0.0)


def line(facts: Facts) -> str:
    """One file's faults."""
    marks = [
        f"crash: {facts.crash}" if facts.crash else "",
        f"does not parse: {facts.broken}" if facts.broken else "",
        f"silent: {facts.silent}" if facts.silent else "",
        f"lost {len(facts.lost)}: {' '.join(facts.lost[:3])}" if facts.lost else "",
        f"not stable: {facts.unstable}" if facts.unstable else "",
        f"slow: {facts.steps}" if slowest(facts) > SLOW else "",
        f"memory: {facts.mib:.0f} MiB" if facts.mib > LARGE else "",
    ]
    return f"{facts.path}: {'; '.join(mark for mark in marks if mark)}"


def rows(found: Sequence[Facts]) -> Iterator[tuple[str, str]]:
    """Of the table: all files, then each fault."""
    yield "files", f"{len(found):,}"
    yield "their lines", f"{sum(facts.lines for facts in found):,}"
    for kind in ("Converted", "Skipped", "Failed", "Unreadable"):
        yield kind.lower(), f"{sum(facts.kind == kind for facts in found):,}"
    for name, fault in FAULTS.items():
        yield name, f"{sum(bool(fault(facts)) for facts in found):,}"
    yield "slowest step, CPU s", f"{max(map(slowest, found), default=0):.1f}"
    yield "largest process, MiB", f"{max((facts.mib for facts in found), default=0):.0f}"


if __name__ == "__main__":
    sys.exit(main())
