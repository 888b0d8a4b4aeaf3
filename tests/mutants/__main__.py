"""Mutants of porter: `make mutants` puts one mistake after the other into a copy of the checkout.

Each has to be noticed by the tests that its entry names: a mutant is killed if they fail, and
survives if they pass. At least 95 % have to be killed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.mutants import ALL
from tests.mutants.model import ROOT, Mutant

ENOUGH = 0.95
LIMIT = 900  # seconds for the tests of one mutant: porter does not end
_PASSED, _FAILED = 0, 1  # pytest's own exit codes; all others are no verdict
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "results", "dist")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--file", default="", help="only mutants of files with this in their path")
    chosen = [m for m in ALL if parser.parse_args().file in m.file]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "porter"
        shutil.copytree(ROOT, root, ignore=_LEFT_OUT)
        unchanged = dict.fromkeys(test for mutant in chosen for test in mutant.tests)
        if tests_pass(root, unchanged) is not True:
            print("the tests fail without a mutant: mend that first")
            return 2
        survived = [mutant for mutant in chosen if not killed(mutant, root)]
    print(f"{len(chosen) - len(survived)} of {len(chosen)} mutants are killed")
    return int(len(survived) > (1 - ENOUGH) * len(chosen))


def killed(mutant: Mutant, root: Path) -> bool:
    """Whether the tests notice the mutant, which is printed."""
    path, start = root / mutant.file, time.perf_counter()
    right = path.read_bytes()
    write(path, mutant.applied(root).encode())
    noticed = not tests_pass(root, mutant.tests)
    write(path, right)
    word = "killed" if noticed else "SURVIVED"
    print(f"{word:8} {time.perf_counter() - start:4.0f} s  {mutant.file}: {mutant.wrong}")
    sys.stdout.flush()
    return noticed


def write(path: Path, data: bytes) -> None:
    """Write a file of Python. What is compiled of it goes: within a second it would pass as new."""
    path.write_bytes(data)
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def tests_pass(root: Path, tests: Iterable[str]) -> bool:
    """Whether tests pass in a copy of the checkout; what does not end does not pass."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-m",
        "not slow",
        *(f"tests/{test}" for test in tests),
    ]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (_PASSED, _FAILED):
        raise RuntimeError(f"no verdict: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.returncode == _PASSED


if __name__ == "__main__":
    sys.exit(main())
