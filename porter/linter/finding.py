"""A finding: what is slow or wrong, where, why it matters, and what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """Text from one character of the file to another is replaced."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    """Edits that belong together. A safe one keeps every value and its type."""

    edits: tuple[Edit, ...]
    safe: bool = False
    needs: str = ""  # a module that has to be imported, "np"


@dataclass(frozen=True)
class Finding:
    """Lines and columns count from 1; columns are characters. `cell` is a notebook's."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    rule: str
    name: str
    problem: str
    hot: str = ""
    cost: str = ""
    advice: str = ""
    loop: int = 0  # the line that makes it hot
    cell: int = 0
    loop_cell: int = 0
    statement: tuple[int, int] = (0, 0)  # its lines: a suppression counts on the first and last
    fix: Fix | None = None
    suppressed: bool = False

    @property
    def place(self) -> str:
        """As `porter convert` writes it: agent.py:3:5, or nb.ipynb:cell 2:3:5."""
        cell = f":cell {self.cell}" if self.cell else ""
        return f"{self.path}{cell}:{self.line}:{self.column}"

    @property
    def message(self) -> str:
        """All of it in one line."""
        why = "; ".join(part for part in (self.hot, self.cost) if part)
        advice = f" -> {self.advice}" if self.advice else ""
        return f"{self.problem}{f' ({why})' if why else ''}{advice}"

    def __str__(self) -> str:
        return f"{self.place}: {self.rule} {self.message}"
