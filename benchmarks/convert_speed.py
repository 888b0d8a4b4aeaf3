"""How fast `porter convert` is: python benchmarks/convert_speed.py PATH [--rounds N]

PATH is a directory of PyTorch agents. Every round runs each command once, so that a busy machine
slows all of them down; the medians are compared, of the clock and of the processor's time, which
other programs disturb less. A bare parse by libcst is what the conversion cannot be faster than;
shared between two processes it shows what a second processor of this machine is worth.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from common import machine, table

# Compiled once, as an installed package is: the environment may forbid to write what is compiled
COMPILED = tempfile.TemporaryDirectory(prefix="porter-compiled-")
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": COMPILED.name}
PORTER = [sys.executable, "-c", "import sys; from porter.cli import main; sys.exit(main())"]
PARSE = """
import sys, time
from pathlib import Path
import libcst
texts = [Path(path).read_text() for path in sys.argv[1:]]
start, work = time.perf_counter(), time.process_time()
for text in texts:
    libcst.parse_module(text)
print(time.perf_counter() - start, time.process_time() - work)
"""


BARE, TWO_BARE = "libcst's bare parse, without start-up", "the same in two processes"
CONVERT, TWO_JOBS = "`porter convert DIR`", "`porter convert DIR --jobs 2`"


class Seconds(NamedTuple):
    """By the clock, and of the processor in all processes."""

    clock: float
    work: float


def parse(*shares: list[Path]) -> Seconds:
    """What libcst needs to parse the files, without its import: one process for each share."""
    commands = [[sys.executable, "-c", PARSE, *map(str, files)] for files in shares]
    children = [subprocess.Popen(one, stdout=subprocess.PIPE, text=True) for one in commands]
    printed = [child.communicate()[0] for child in children]
    if any(child.returncode for child in children):
        raise SystemExit("libcst could not parse the files")
    found = [Seconds(*map(float, text.split())) for text in printed]
    return Seconds(max(one.clock for one in found), sum(one.work for one in found))


def porter(*arguments: str) -> Seconds:
    """What a whole porter command takes. Findings are no failure here (exit status 1)."""
    start, work = time.perf_counter(), _work_of_children()
    result = subprocess.run(
        [*PORTER, *arguments], capture_output=True, text=True, check=False, env=ENVIRONMENT
    )
    seconds = Seconds(time.perf_counter() - start, _work_of_children() - work)
    if result.returncode > 1 or "Traceback" in result.stderr:
        raise SystemExit(result.stderr)
    return seconds


def _work_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def convert(path: Path, *options: str) -> Seconds:
    with tempfile.TemporaryDirectory() as out:
        target = Path(out) / (path.name if path.is_file() else "converted")
        return porter("convert", str(path), "-o", str(target), *options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path, help="a directory of PyTorch agents")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()

    files = sorted(arguments.path.rglob("*.py"))
    lines = {file: len(file.read_text().splitlines()) for file in files}
    total = sum(lines.values())
    by_size = sorted(files, key=lines.__getitem__)
    agents = [file for file in files if "import torch" in file.read_text()]
    small = min(agents, key=lambda file: abs(lines[file] - 200))  # an agent of about 200 lines

    measures: dict[str, tuple[int, Callable[[], Seconds]]] = {
        BARE: (total, lambda: parse(files)),
        TWO_BARE: (total, lambda: parse(by_size[::2], by_size[1::2])),
        CONVERT: (total, lambda: convert(arguments.path)),
        TWO_JOBS: (total, lambda: convert(arguments.path, "--jobs", "2")),
        f"`porter convert {small.name}`": (lines[small], lambda: convert(small)),
        "`porter --help`": (0, lambda: porter("--help")),
    }
    convert(small)  # which compiles porter
    seconds: dict[str, list[Seconds]] = {name: [] for name in measures}
    for _ in range(arguments.rounds):
        for name, (_, measure) in measures.items():
            seconds[name].append(measure())

    print(f"{machine('libcst')}. {len(files)} files, {total} lines; {arguments.rounds} rounds.\n")
    rows = []
    clocks = {name: [one.clock for one in found] for name, found in seconds.items()}
    works = {name: statistics.median(one.work for one in found) for name, found in seconds.items()}
    first = next(iter(measures))
    base = Seconds(statistics.median(clocks[first]), works[first])
    for name, (size, _) in measures.items():
        clock, work = statistics.median(clocks[name]), works[name]
        spread = f"{min(clocks[name]):.2f} to {max(clocks[name]):.2f}"
        speed = f"{size / clock:,.0f}" if size else ""
        times = (
            (f"{clock / base.clock:.2f}", f"{work / base.work:.2f}") if size == total else ("", "")
        )
        rows.append((name, f"{clock:.2f}", spread, speed, times[0], f"{work:.2f}", times[1]))
    heads = ("what", "seconds", "from ... to", "lines/s", "x bare parse", "CPU s", "x bare parse")
    print(table(heads, rows))

    gains = [
        statistics.median(one / two for one, two in zip(clocks[alone], clocks[both], strict=True))
        for alone, both in ((BARE, TWO_BARE), (CONVERT, TWO_JOBS))
    ]
    print(
        f"\nTwo processes are {gains[0]:.2f} times as fast as one for the bare parse, "
        f"{gains[1]:.2f} for `porter convert` (medians of the rounds)."
    )


if __name__ == "__main__":
    main()
