"""Jupyter notebooks: all code cells are converted as one module, and put back cell by cell.

Only the source of cells that changed is replaced in the file's text: outputs, metadata, the order
of keys and the layout of the JSON stay byte for byte, which nbformat does not promise.
"""

from __future__ import annotations

import io
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from porter import magics
from porter.findings import Finding, Severity
from porter.pipeline import Converted, Failed, Options, Outcome, Skipped
from porter.rewrite.lines import CELL_MARK
from porter.safely import convert_module

_MARK = re.compile(rf"[ \t]*{CELL_MARK} cell (\d+)\s*")
_TORCH = re.compile(r"\btorch\b|\.backward\(")
_INSTALL = re.compile(r"[!%]?\s*(pip|conda)|!")


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells, and where its source stands in the file."""

    number: int
    source: str
    start: int
    end: int


class _NotANotebook(Exception):
    """Why this file is no notebook that porter can read."""

    def __init__(self, message: str, hint: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.hint, self.line, self.column = message, hint, line, column

    def finding(self, path: str) -> Finding:
        return Finding(
            path, self.line, self.column, "P002", Severity.ERROR, self.message, self.hint
        )


def convert(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """Convert a notebook's text. Findings point at `path:cell N:line`."""
    try:
        cells, language = _read(text)
    except _NotANotebook as error:
        return Failed(path, error.finding(path))
    if not language.startswith(("python", "ipython")):
        return Skipped(path, f"a notebook in {language}")
    if not any(_TORCH.search(cell.source) for cell in cells):
        return Skipped(path, "no torch in it")
    masked = {cell.number: magics.mask(cell.source) for cell in cells}
    module = _Module(path, {number: cell for number, cell in masked.items() if cell})
    kept = [f for cell in cells for f in _kept(path, cell, masked[cell.number])]
    outcome = convert_module(module.text, path, root, options)
    if isinstance(outcome, Failed):
        return Failed(path, module.located(outcome.finding))
    if isinstance(outcome, Skipped):
        if not any(f.severity is Severity.ERROR for f in kept):
            return outcome
        return Converted(path, text, tuple(kept), "", 0, len(kept), 0, frozenset())
    try:
        changed = module.split(outcome.output)
    except magics.Lost:
        message = "the borders of the cells were lost"
        return Failed(
            path, Finding(path, 1, 1, "P901", Severity.ERROR, message, "please report this")
        )
    findings = [*(module.located(f) for f in outcome.findings), *kept]
    left = sum(f.severity is Severity.ERROR for f in kept)
    return replace(
        outcome,
        output=_replaced(text, cells, changed),
        findings=tuple(sorted(findings, key=_order)),
        explanation=module.explained(outcome.explanation),
        left=outcome.left + left,
    )


class _Module:
    """The cells as the text of one module, a marked comment line above each."""

    def __init__(self, path: str, cells: dict[int, magics.Cell]) -> None:
        self.path, self.cells = path, cells
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
        texts: dict[int, str] = {}
        above, current = "", 0
        for line in io.StringIO(output, newline="\n"):
            mark = _MARK.fullmatch(line)
            if mark:
                current = int(mark[1])
                texts[current], above = above, ""
            elif current:
                texts[current] += line
            else:  # what the converter wrote above the first cell
                above += line
        if list(texts) != list(self.cells):
            raise magics.Lost
        return {
            number: cell.restored(_trimmed(texts[number], cell.text))
            for number, cell in self.cells.items()
            if texts[number] != cell.text + "\n"
        }

    def located(self, finding: Finding) -> Finding:
        """The finding with its place in the notebook."""
        number, line = self._place(finding.line)
        return replace(finding, path=f"{self.path}:cell {number}", line=line)

    def explained(self, text: str) -> str:
        """The explanation with its line numbers as cell:line."""

        def place(match: re.Match[str]) -> str:
            return re.sub(r"\d+", lambda m: "cell {}:{}".format(*self._place(int(m[0]))), match[1])

        return re.sub(r"\blines? (\d+(?:(?:, | to )\d+)*)", place, text)

    def _place(self, line: int) -> tuple[int, int]:
        index = max(bisect_right(self.starts, line) - 1, 0)
        number = list(self.cells)[index]
        above = self.cells[number].head.count("\n")
        return number, max(line - self.starts[index], 1) + above


def _kept(path: str, cell: Cell, masked: magics.Cell | None) -> Iterator[Finding]:
    """Findings for the lines of a cell that porter does not read."""
    where = f"{path}:cell {cell.number}"
    if masked is None:
        magic = cell.source.lstrip().startswith("%%")
        if not magic or _TORCH.search(cell.source):
            what = "a cell under a magic" if magic else "a cell that is not valid Python"
            yield _left(where, 1, f"{what} is kept as it is")
        return
    above = masked.head.count("\n") + 1
    for line, text in masked.hidden.items():
        if not _TORCH.search(text):
            continue
        if _INSTALL.match(text):
            message, hint = "a command still names torch", "the port needs tensorflow and keras"
            yield Finding(where, line + above, 1, "N402", Severity.NOTE, message, hint)
        else:
            yield _left(where, line + above, "a magic is kept as it is, with torch in it")


def _left(where: str, line: int, message: str) -> Finding:
    hint = "write it as plain Python, or port it by hand"
    return Finding(where, line, 1, "P002", Severity.ERROR, message, hint)


def _order(finding: Finding) -> tuple[int, Finding]:
    return int(finding.path.rpartition(" ")[2]), finding


def _trimmed(new: str, old: str) -> str:
    """A cell without the newline of the joint, or blank lines that only a module has around it."""
    if not old.startswith("\n"):
        new = new.lstrip("\n")
    return new.removesuffix("\n") if old.endswith("\n") else new.rstrip("\n")


def _read(text: str) -> tuple[list[Cell], str]:
    """The code cells of a notebook, and its language."""
    hint = "open it in Jupyter and save it again"
    try:
        book = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"broken notebook: {error.msg}"
        raise _NotANotebook(message, hint, error.lineno, error.colno) from error
    except (RecursionError, ValueError) as error:
        raise _NotANotebook("broken notebook: it is no usable JSON", hint) from error
    if not isinstance(book, dict) or not isinstance(book.get("cells"), list):
        if isinstance(book, dict) and "worksheets" in book:
            hint = "convert it with jupyter nbconvert --to notebook --nbformat 4"
        raise _NotANotebook("not a notebook of format 4", hint)
    spans = _members(text, dict(_members(text, text.index("{")))["cells"])
    cells = []
    for (index, start), cell in zip(spans, book["cells"]):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", "")
        parts = [source] if isinstance(source, str) else source
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise _NotANotebook(f"broken notebook: the source of cell {index + 1}", hint)
        if source:
            at = dict(_members(text, start))["source"]
            end = json.JSONDecoder().raw_decode(text, at)[1]
            cells.append(Cell(int(index) + 1, "".join(parts), at, end))
    return cells, _language(book.get("metadata"))


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


def _replaced(text: str, cells: list[Cell], changed: dict[int, str]) -> str:
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
