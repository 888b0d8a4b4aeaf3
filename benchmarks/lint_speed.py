"""The speed of `porter lint` beside ruff, TorchFix and Fixit: whole commands, in turns.

    python benchmarks/lint_speed.py ../cleanrl/cleanrl ../tensorflow_code --tools TOOLS/bin

Any folder will do; `--files 1000` takes that many of it, `--having tensorflow` those with that word
in them. TOOLS/bin has ruff, torchfix and fixit. The files are copied: each tool gets the same ones.
What counts is processor time, which other programs on the machine do not change.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from common import machine, table


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--tools", type=Path, required=True)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--having", default="")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(machine())
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as scratch:
            files = copied(folder, Path(scratch), arguments.having.encode(), arguments.files)
            lines = sum(path.read_bytes().count(b"\n") for path in files)
            rounds = f"{arguments.rounds} rounds" if arguments.rounds > 1 else "one round"
            print(f"\n{folder.name}: {len(files)} files, {lines} lines; {rounds}\n")
            print(rows(commands(arguments.tools, scratch), arguments.rounds))
    one = str(Path(__file__))
    print("\none file:\n")
    print(rows(commands(arguments.tools, one), arguments.rounds))


def copied(folder: Path, scratch: Path, having: bytes, most: int) -> list[Path]:
    """The Python files of a folder that have a word in them, under names of their own."""
    found: list[Path] = []
    for path in sorted(folder.rglob("*.py")):
        if len(found) < most and having in path.read_bytes():
            found.append(Path(shutil.copy(path, scratch / f"f{len(found)}_{path.name}")))
    return found


def commands(tools: Path, given: str) -> dict[str, list[str]]:
    return {
        "porter lint": [sys.executable, "-m", "porter", "lint", given, "--format", "concise"],
        "ruff check": [str(tools / "ruff"), "check", "-q", "--isolated", "--no-cache", given],
        "torchfix": [str(tools / "torchfix"), "--select", "ALL", given],
        "fixit lint": [str(tools / "fixit"), "lint", given],
    }


def rows(forms: dict[str, list[str]], rounds: int) -> str:
    times: dict[str, list[float]] = {name: [] for name in forms}
    for _ in range(rounds):
        for name, command in forms.items():
            times[name].append(processor_time(command))
    first = statistics.median(times["porter lint"])
    return table(
        ("what", "seconds of processor time", "from ... to", "x porter"),
        [
            (
                name,
                f"{statistics.median(found):.2f}",
                f"{min(found):.2f} to {max(found):.2f}",
                f"{statistics.median(found) / first:.1f}",
            )
            for name, found in times.items()
        ],
    )


def processor_time(command: list[str]) -> float:
    """Of a command with all of its processes; what other programs do does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, cwd=Path(__file__).parent.parent, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
