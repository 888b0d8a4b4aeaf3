"""The speed of `porter lint` beside ruff, TorchFix and Fixit, whole commands in turns.

    python benchmarks/lint_speed.py ../cleanrl/cleanrl ../tensorflow_code --tools TOOLS/bin

TOOLS/bin has ruff, torchfix and fixit. The directories are copied: each tool gets the same files.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import machine, table

ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--tools", type=Path, required=True)
    arguments = parser.parse_args()
    print(machine())
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as scratch:
            files = copied(folder, Path(scratch))
            lines = sum(path.read_bytes().count(b"\n") for path in files)
            print(f"\n{folder.name}: {len(files)} files, {lines} lines; {ROUNDS} rounds\n")
            print(rows(commands(arguments.tools, scratch), scratch))


def copied(folder: Path, scratch: Path) -> list[Path]:
    """The Python files of a folder, under names of their own."""
    found = []
    for number, path in enumerate(sorted(folder.rglob("*.py"))):
        found.append(Path(shutil.copy(path, scratch / f"f{number}_{path.name}")))
    return found


def commands(tools: Path, scratch: str) -> dict[str, list[str]]:
    return {
        "porter lint": [sys.executable, "-m", "porter", "lint", scratch, "--format", "concise"],
        "ruff check": [str(tools / "ruff"), "check", "-q", "--isolated", "--no-cache", scratch],
        "torchfix": [str(tools / "torchfix"), "--select", "ALL", scratch],
        "fixit lint": [str(tools / "fixit"), "lint", scratch],
    }


def rows(forms: dict[str, list[str]], scratch: str) -> str:
    times: dict[str, list[float]] = {name: [] for name in forms}
    for _ in range(ROUNDS):
        for name, command in forms.items():
            start = time.perf_counter()
            subprocess.run(command, capture_output=True, cwd=Path(__file__).parent.parent)
            times[name].append(time.perf_counter() - start)
    first = statistics.median(times["porter lint"])
    return table(
        ("what", "seconds", "from ... to", "x porter"),
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


if __name__ == "__main__":
    main()
