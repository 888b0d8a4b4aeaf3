"""The cells of a Jupyter notebook as the text of one module, and back.

Only the source of cells that changed is replaced in the file's text: outputs, metadata, the order
of keys and the layout of the JSON stay byte for byte, which nbformat does not promise.
"""

from __future__ import annotations

import io
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any

from porter import magics
from porter.findings import Finding, Severity

CELL_MARK = "# %% porter"  # the comment line above each cell
_MARK = re.compile(rf"[ \t]*{CELL_MARK} cell (\d+)\s*")


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells, and where its source stands in the file."""

    number: int
    source: str
    start: int
    end: int


class NotANotebook(Exception):
    """Why this file is no notebook that porter can read."""

    def __init__(self, message: str, hint: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.hint, self.line, self.column = message, hint, line, column

    def finding(self, path: str) -> Finding:
        return Finding(
            path, self.line, self.column, "P002", Severity.ERROR, self.message, self.hint
        )


class Module:
    """The cells as the text of one module, a marked comment line above each."""

    def __init__(self, cells: dict[int, magics.Cell]) -> None:
        self.cells = cells
        self.starts: list[int] = []  # the line of each cell's mark
        parts: list[str] = []
        line = 1
        for number, cell in cells.items():
            self.starts.append(line)
            parts.append(f"{CELL_MARK} cell {number}\n{cell.text}\n")
            line += len(io.StringIO(parts[-1], newline=None).readlines())
        self.text = "".join(parts)

    def split(self, output: str) -> dict[int, str]:
        """The new sources of the cells that changed."""
        texts = {n: "".join(line for _, line in part) for n, part in self._parts(output).items()}
        return {
            number: cell.restored(_trimmed(texts[number], cell.text))
            for number, cell in self.cells.items()
            if texts[number] != cell.text + "\n"
        }

    def places(self, output: str) -> dict[int, tuple[int, int]]:
        """The cell that each line of the converted module goes to, and its line there."""
        found: dict[int, tuple[int, int]] = {}
        for number, part in self._parts(output).items():
            cell = self.cells[number]
            if not cell.text.startswith("\n"):
                part = list(dropwhile(lambda line: line[1] == "\n", part))
            above = cell.head.count("\n")
            found.update((line, (number, above + i)) for i, (line, _) in enumerate(part, 1))
        return found

    def _parts(self, output: str) -> dict[int, list[tuple[int, str]]]:
        """Each cell's lines, with their numbers in the converted module."""
        parts: dict[int, list[tuple[int, str]]] = {}
        above: list[tuple[int, str]] = []  # what the converter wrote above the first cell
        current = above
        for numbered in enumerate(io.StringIO(output, newline="\n"), 1):
            mark = _MARK.fullmatch(numbered[1])
            if mark:
                parts[int(mark[1])] = current = [] if parts else above
            else:
                current.append(numbered)
        if list(parts) != list(self.cells):
            raise magics.Lost
        return parts

    def place(self, line: int) -> tuple[int, int]:
        """The cell of a line of the module, and its line in the cell."""
        index = max(bisect_right(self.starts, line) - 1, 0)
        number = list(self.cells)[index]
        above = self.cells[number].head.count("\n")
        return number, max(line - self.starts[index], 1) + above

    def line(self, number: int, line: int) -> int:
        """The line of the module that a line of a cell is."""
        start = self.starts[list(self.cells).index(number)]
        return start + line - self.cells[number].head.count("\n")


def program(text: str) -> Module:
    """The code cells of a notebook that run as Python. Raises NotANotebook."""
    found, language = read(text)
    if not language.startswith(("python", "ipython")):
        raise NotANotebook(f"a notebook in {language}", "only Python can be run")
    masked = {cell.number: magics.mask(cell.source) for cell in found}
    for cell in found:
        if masked[cell.number] is None and not cell.source.lstrip().startswith("%%"):
            raise NotANotebook(f"cell {cell.number} is no Python", "mend or remove it")
    python = {number: cell for number, cell in masked.items() if cell}
    if not python:
        raise NotANotebook("no code cell in it that is Python", "there is nothing to run")
    return Module(python)


def _trimmed(new: str, old: str) -> str:
    """A cell without the newline of the joint, or blank lines that only a module has around it."""
    if not old.startswith("\n"):
        new = new.lstrip("\n")
    return new.removesuffix("\n") if old.endswith("\n") else new.rstrip("\n")


def read(text: str) -> tuple[list[Cell], str]:
    """The code cells of a notebook, and its language."""
    hint = "open it in Jupyter and save it again"
    try:
        book = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"broken notebook: {error.msg}"
        raise NotANotebook(message, hint, error.lineno, error.colno) from error
    except (RecursionError, ValueError) as error:
        raise NotANotebook("broken notebook: it is no usable JSON", hint) from error
    if not isinstance(book, dict) or not isinstance(book.get("cells"), list):
        if isinstance(book, dict) and "worksheets" in book:
            hint = "convert it with jupyter nbconvert --to notebook --nbformat 4"
        raise NotANotebook("not a notebook of format 4", hint)
    if book.get("nbformat", 4) != 4:
        hint = "convert it with jupyter nbconvert --to notebook --nbformat 4"
        raise NotANotebook(f"a notebook of format {book['nbformat']}, not of 4", hint)
    spans = _members(text, dict(_members(text, text.index("{")))["cells"])
    cells = []
    for (index, start), cell in zip(spans, book["cells"]):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", "")
        parts = [source] if isinstance(source, str) else source
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise NotANotebook(f"broken notebook: the source of cell {index + 1}", hint)
        if source:
            at = dict(_members(text, start))["source"]
            end = json.JSONDecoder().raw_decode(text, at)[1]
            cells.append(Cell(int(index) + 1, "".join(parts), at, end))
    return cells, _language(book.get("metadata"))


def row(text: str, cell: Cell, line: int) -> int:
    """The line of the file that a line of a cell stands in."""
    source, at = text[cell.start : cell.end], 0
    for _, at in _members(source, 0) if source.startswith("[") else ():
        line -= json.JSONDecoder().raw_decode(source, at)[0].count("\n")
        if line <= 0:
            break
    return text.count("\n", 0, cell.start + at) + 1


def _language(metadata: Any) -> str:
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return str(part[name]).lower()
    return "python"


def _members(text: str, start: int) -> Iterator[tuple[Any, int]]:
    """The keys (or indices) of the JSON object (or array) at `start`, and where values begin."""
    decode = json.JSONDecoder().raw_decode
    position = _next(text, start + 1)
    key: Any = -1
    while text[position] not in "]}":
        if text[start] == "{":
            key, position = decode(text, position)
            position = _next(text, _next(text, position) + 1)  # behind the colon
        else:
            key += 1
        yield key, position
        position = _next(text, decode(text, position)[1])
        if text[position] == ",":
            position = _next(text, position + 1)


def _next(text: str, position: int) -> int:
    """Behind JSON's white space."""
    while text[position] in " \t\r\n":
        position += 1
    return position


class Listing:
    """Code cells one below the other, each under a line that tells its number."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.lines: list[str] = []
        self.starts: dict[int, int] = {}  # the line above each cell
        for cell in cells:
            self.lines.append(f"# cell {cell.number}")
            self.starts[cell.number] = len(self.lines)
            self.lines += cell.source.split("\n")

    def line(self, number: int, line: int) -> int:
        """The line of the listing that a line of a cell is."""
        return self.starts[number] + line


def replaced(text: str, cells: list[Cell], changed: dict[int, str]) -> str:
    """The file with new sources, each laid out as the old one was."""
    for cell in reversed(cells):
        if cell.number in changed:
            new = _laid_out(changed[cell.number], text[cell.start : cell.end], text.isascii())
            text = text[: cell.start] + new + text[cell.end :]
    return text


def _laid_out(source: str, old: str, ascii_only: bool) -> str:
    if old.startswith('"'):
        return json.dumps(source, ensure_ascii=ascii_only)
    starts = [start for _, start in _members(old, 0)]
    opening = old[: starts[0]]
    last = json.JSONDecoder().raw_decode(old, starts[-1])[1]
    separator = "," + (opening[1:] or " ")
    lines = [json.dumps(line, ensure_ascii=ascii_only) for line in io.StringIO(source, "\n")]
    return opening + separator.join(lines) + old[last:]
