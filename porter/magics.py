"""IPython's own syntax in a notebook's cell: masked for the conversion, restored behind it.

Each line that only IPython understands becomes a name standing alone, line for line, so that the
cell is Python and its line numbers stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from porter.source import parse_problem

# The first line of the cell; the rest is Python under these magics, and anything under others.
_CELL_MAGIC = re.compile(r"\s*%%(\w+)[^\n]*(?:\n|$)")
_PYTHON_MAGICS = frozenset({"capture", "prun", "time", "timeit"})
_MASK = "__porter_magic_{}__"
_MASKED = re.compile(r"__porter_magic_(\d+)__")
_LINES = (
    re.compile(r"(\s*)([%!?].*)"),  # %magic, !command, ?help
    re.compile(r"([^=!%#'\"]+=\s*)([%!].*)"),  # x = !command
    re.compile(r"(\s*)([\w.*%]+\?\??\s*)"),  # name?
    re.compile(r"(\s*)((?:cat|cd|conda|cp|ls|mkdir|mv|pip3?|rm|wget)\b(?!\s*[=.(]).*)"),
)


class Lost(Exception):
    """A masked line that is not in the output exactly once."""


@dataclass(frozen=True)
class Cell:
    """A cell whose `text` is Python; `head` is its first line where that is a cell magic."""

    text: str
    head: str
    hidden: Mapping[int, str]  # what is masked, by its line in `text`, from 0

    def restored(self, text: str) -> str:
        """The converted cell with its magics back."""
        if sorted(int(n) for n in _MASKED.findall(text)) != sorted(self.hidden):
            raise Lost
        return self.head + _MASKED.sub(lambda mask: self.hidden[int(mask[1])], text)


def blanked(text: str) -> str:
    """Text with masked magics as Python that does nothing in their place."""
    return _MASKED.sub("None", text)


def mask(source: str) -> Cell | None:
    """The cell as Python; None where it is none (`%%bash`, a syntax error)."""
    magic = _CELL_MAGIC.match(source)
    head = magic[0] if magic else ""
    if magic and magic[1] not in _PYTHON_MAGICS:
        return None
    lines = source[len(head) :].split("\n")
    hidden: dict[int, str] = {}
    while problem := parse_problem("\n".join(lines), ""):
        candidates = [i for i, line in enumerate(lines) if i not in hidden and _is_magic(line)]
        if not candidates:
            return None
        # An open bracket in a magic makes Python complain further down.
        number = problem.line - 1 if problem.line - 1 in candidates else candidates[0]
        _hide(lines, number, hidden)
    return Cell("\n".join(lines), head, hidden)


def _is_magic(line: str) -> bool:
    return any(pattern.fullmatch(line) for pattern in _LINES)


def _hide(lines: list[str], number: int, hidden: dict[int, str]) -> None:
    """Mask the magic at this line, and the lines that a backslash joins to it."""
    match = next(m for pattern in _LINES if (m := pattern.fullmatch(lines[number])))
    before, text = match[1], match[2]
    indent = before[: len(before) - len(before.lstrip())]
    while True:
        hidden[number] = text
        lines[number] = before + _MASK.format(number)
        if not text.endswith("\\") or number + 1 == len(lines):
            return
        number += 1
        before, text = indent, lines[number].removeprefix(indent)
