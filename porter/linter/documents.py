"""Files and notebooks: the code in them, its findings, and the file again when the code changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from porter import source
from porter.linter import engine, registry
from porter.linter.finding import Finding
from porter.linter.settings import Settings
from porter.linter.text import Text

if TYPE_CHECKING:
    from porter import cells  # notebooks are rare, and reading them takes imports


@dataclass(frozen=True)
class Document:
    """A file that was linted. `code` is one module, and `found` has its places."""

    path: str
    found: tuple[Finding, ...] = ()
    code: str = ""
    text: str = ""  # of the file, as it is
    encoding: str = "utf-8"
    mode: int | None = None
    book: tuple[cells.Cell, ...] = ()  # of a notebook
    module: cells.Module | None = None

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, with their places in the file."""
        if self.module is None:
            return self.found
        return tuple(_in_cell(finding, self.module) for finding in self.found)

    @property
    def shown(self) -> list[Finding]:
        """The findings that no comment silences."""
        return [finding for finding in self.findings if not finding.suppressed]

    def line(self, finding: Finding) -> str:
        """The line that a finding is at."""
        number = finding.line
        if self.module is not None and finding.cell:
            number = self.module.line(finding.cell, finding.line)
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def row(self, cell: int, line: int) -> int:
        """The line of the file that a line is, where a notebook counts them cell by cell."""
        from porter import cells

        places = (c for c in self.book if c.number == cell)
        return next((cells.row(self.text, place, line) for place in places), line)

    @cached_property
    def _lines(self) -> list[str]:
        return Text(self.code).lines

    def rewritten(self, code: str) -> str:
        """The file's text with another code in it; as it is where the cells would be lost."""
        if self.module is None:
            return code
        from porter import cells, magics

        try:
            return cells.replaced(self.text, list(self.book), self.module.split(code))
        except magics.Lost:
            return self.text


def read(path: str, settings: Settings) -> Document:
    """Lint a file, or standard input."""
    try:
        file = source.read(path)
    except source.Unreadable as error:
        return Document(path, (_failed(path, error.message),))
    document = Document(path, (), file.text, file.text, file.encoding, file.mode)
    return check(document, settings) if engine.concerns(file.text) else document


def of_text(path: str, text: str, settings: Settings) -> Document:
    """Lint a text that lies in no file, or not yet."""
    document = Document(path, (), text, text)
    return check(document, settings) if engine.concerns(text) else document


def check(document: Document, settings: Settings) -> Document:
    """The document with what its text has."""
    if not document.path.endswith(".ipynb"):
        code = document.text
        return replace(document, code=code, found=lint(document, code, settings))
    from porter import cells, magics

    try:
        book, language = cells.read(document.text)
    except cells.NotANotebook as error:
        return replace(document, found=(_failed(document.path, error.message),))
    if not language.startswith(("python", "ipython")):
        return document
    masked = {cell.number: magics.mask(cell.source) for cell in book}
    module = cells.Module({number: cell for number, cell in masked.items() if cell})
    found = lint(document, module.text, settings)
    return replace(document, code=module.text, found=found, book=tuple(book), module=module)


def lint(document: Document, code: str, settings: Settings) -> tuple[Finding, ...]:
    """The findings of a code that is, or could be, the document's."""
    ignore = settings.ignored_in(Path(document.path))
    rules = registry.chosen(settings.select, ignore)
    found = engine.lint(code, document.path, rules, settings.hot_functions)
    return tuple(f for f in found if f.rule not in ignore and f.name not in ignore)


def _in_cell(finding: Finding, module: cells.Module) -> Finding:
    """The finding with its place in the notebook."""
    cell, line = module.place(finding.line)
    hot = finding.hot
    loop_cell, loop = module.place(finding.loop) if finding.loop else (0, 0)
    if loop:
        hot = hot.replace(f"line {finding.loop}", f"line {loop} of cell {loop_cell}")
    return replace(
        finding,
        cell=cell,
        line=line,
        end_line=module.place(finding.end_line)[1],
        hot=hot,
        loop=loop,
        loop_cell=loop_cell,
    )


def _failed(path: str, message: str) -> Finding:
    name, _ = registry.ENGINE[registry.SYNTAX]
    return Finding(path, 1, 1, 1, 1, registry.SYNTAX, name, message)
