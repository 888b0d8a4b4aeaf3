"""How fast `porter convert` is: python benchmarks/convert_speed.py PATH [--rounds N]

PATH is a directory of PyTorch agents. Every round runs each command once, so that a busy machine
slows all of them down; the medians are compared. A bare parse by libcst is what the conversion
cannot be faster than.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from common import machine, table

PORTER = [sys.executable, "-c", "import sys; from porter.cli import main; sys.exit(main())"]
PARSE = """
import sys, time
from pathlib import Path
import libcst
texts = [Path(path).read_text() for path in sys.argv[1:]]
start = time.perf_counter()
for text in texts:
    libcst.parse_module(text)
print(time.perf_counter() - start)
"""


def parse(files: list[Path]) -> float:
    """Seconds that libcst needs to parse the files, without its import."""
    command = [sys.executable, "-c", PARSE, *map(str, files)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def porter(*arguments: str) -> float:
    """Seconds that a whole porter command takes. Findings are no failure here (exit status 1)."""
    start = time.perf_counter()
    result = subprocess.run([*PORTER, *arguments], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if result.returncode > 1 or "Traceback" in result.stderr:
        raise SystemExit(result.stderr)
    return seconds


def convert(path: Path, *options: str) -> float:
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
    agents = [file for file in files if "import torch" in file.read_text()]
    small = min(agents, key=lambda file: abs(lines[file] - 200))  # an agent of about 200 lines

    measures: dict[str, tuple[int, Callable[[], float]]] = {
        "libcst's bare parse, without start-up": (total, lambda: parse(files)),
        "`porter convert DIR`": (total, lambda: convert(arguments.path)),
        "`porter convert DIR --jobs 2`": (total, lambda: convert(arguments.path, "--jobs", "2")),
        f"`porter convert {small.name}`": (lines[small], lambda: convert(small)),
        "`porter --help`": (0, lambda: porter("--help")),
    }
    seconds: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(arguments.rounds):
        for name, (_, measure) in measures.items():
            seconds[name].append(measure())

    print(f"{machine('libcst')}. {len(files)} files, {total} lines; {arguments.rounds} rounds.\n")
    rows = []
    base = statistics.median(next(iter(seconds.values())))
    for name, (size, _) in measures.items():
        median = statistics.median(seconds[name])
        spread = f"{min(seconds[name]):.2f} to {max(seconds[name]):.2f}"
        speed = f"{size / median:,.0f}" if size else ""
        ratio = f"{median / base:.2f}" if size == total else ""
        rows.append((name, f"{median:.2f}", spread, speed, ratio))
    print(table(("what", "seconds", "from ... to", "lines/s", "x bare parse"), rows))


if __name__ == "__main__":
    main()
