"""Notebooks run as scripts: their code cells one below the other, and places told by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from porter import cells, magics
from porter.equivalence.report.build import shown
from porter.equivalence.report.model import Line
from porter.equivalence.twin import CouldNotRun
from porter.source import Unreadable, read

_ABOVE = "display = print\n"  # what a notebook has without an import
_T = TypeVar("_T")


@dataclass
class Places:
    """Tells places in scripts as places in the notebooks that these were made of."""

    books: dict[str, tuple[Path, cells.Module]] = field(default_factory=dict)

    def told(self, value: _T) -> _T:
        """A report, or a part or a text of one, with cells and their lines."""
        return self._told(value) if self.books else value

    def _told(self, value: Any) -> Any:
        if isinstance(value, Line) and value.path in self.books:
            book, (cell, line) = self._place(value.path, value.line)
            return Line(f"{book}:cell {cell}", line, value.text)
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, tuple):
            return tuple(self._told(item) for item in value)
        if is_dataclass(value) and not isinstance(value, type):
            parts = {part.name: self._told(getattr(value, part.name)) for part in fields(value)}
            return replace(value, **parts)
        return value

    def _place(self, script: str, line: int) -> tuple[str, tuple[int, int]]:
        book, module = self.books[script]
        return shown(str(book)), module.place(max(line - _ABOVE.count("\n"), 1))

    def _text(self, text: str) -> str:
        def told(match: re.Match[str]) -> str:
            script, frame, line = match.groups()
            if not (frame or line):
                return shown(str(self.books[script][0]))
            book, (cell, row) = self._place(script, int(frame or line))
            return f'{book}", cell {cell}, line {row}' if frame else f"{book}:cell {cell}:{row}"

        scripts = "|".join(map(re.escape, self.books))
        return re.sub(rf'({scripts})(?:", line (\d+)|:(\d+))?', told, text)


@contextmanager
def scripts(original: Path, port: Path) -> Iterator[tuple[Path, Path, Places]]:
    """Both programs as scripts, notebooks in directories of their own, beside links to what stands
    beside the notebook. Raises CouldNotRun for what is no notebook of Python."""
    places = Places()
    with TemporaryDirectory(prefix="porter-") as folder:
        original, port = (
            _script(program, Path(folder).resolve() / side, places)
            for side, program in (("original", original), ("port", port))
        )
        yield original, port, places


def _script(book: Path, folder: Path, places: Places) -> Path:
    """The script of a notebook; any other program as it is."""
    if book.suffix != ".ipynb":
        return book
    module = _module(book)
    folder.mkdir()
    script = folder / f"{book.stem}.py"
    for path in book.resolve().parent.iterdir():
        if path.name != script.name:
            (folder / path.name).symlink_to(path)
    script.write_text(_ABOVE + magics.blanked(module.text), "utf-8")
    places.books[str(script)] = book, module
    return script


def _module(book: Path) -> cells.Module:
    """The code cells that are Python."""
    try:
        return cells.program(read(str(book)).text)
    except (Unreadable, cells.NotANotebook) as problem:
        raise CouldNotRun(f"{book}: {problem.message}; {problem.hint}") from None
