"""A mutant: one plausible mistake in porter's own source, and the tests that have to notice it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
QUICK = ("test_cases.py", "test_programs.py")  # where no tests are named


class Stale(Exception):
    """The text that a mutant changes is not in its file, or more than once."""


@dataclass(frozen=True)
class Mutant:
    """`old` stands once in the file; with `new` in its place, what `wrong` says goes wrong."""

    file: str
    wrong: str
    old: str
    new: str
    tests: tuple[str, ...] = QUICK  # below tests/, as pytest takes them

    def applied(self, root: Path = ROOT) -> str:
        """The text of the file with the mistake in it."""
        text = (root / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise Stale(f"{self.file}: found {text.count(self.old)} times: {self.old}")
        return text.replace(self.old, self.new)
