"""What was run and found equal before: `proven.txt` beside the programs.

A port whose original, text and frameworks are those of a proof is not run again: it would print the
same again. `pytest -m slow tests/test_programs.py tests/test_projects.py` runs all of them, and
with `--update` writes the proofs anew.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


class Proofs:
    """The proofs of one folder of programs: a line each, so that branches merge."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()

    def holds(self, name: str, texts: Iterable[str]) -> bool:
        """Whether a run of these texts, the original's and the port's, is on record."""
        return _line(name, texts) in self.lines

    def write(self, proven: dict[str, list[str]]) -> None:
        """Replaces all proofs by those of a run: the texts of each program."""
        lines = sorted(_line(name, texts) for name, texts in proven.items())
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _line(name: str, texts: Iterable[str]) -> str:
    made = hashlib.sha256()
    for text in (*_frameworks(), f"Python {sys.version_info[:2]}", *texts):
        made.update(text.encode())
        made.update(b"\0")
    return f"{name} {made.hexdigest()[:32]}"


def _frameworks() -> list[str]:
    """The versions that a proof is of."""
    try:
        tensorflow = version("tensorflow-cpu")
    except PackageNotFoundError:
        tensorflow = version("tensorflow")
    return [version("torch"), tensorflow]
