"""Files and notebooks: what the engine reads, and where in them its findings are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from porter import cells, magics, source
from porter.lint import engine, registry
from porter.lint.finding import Finding
from porter.lint.rule import Rule
from porter.lint.settings import Settings
from porter.lint.text import Text


@dataclass(frozen=True)
class Document:
    """A file that was linted: its findings, and its text as it was."""

    path: str
    findings: tuple[Finding, ...] = ()
    text: str = ""
    encoding: str = "utf-8"
    mode: int | None = None
    lines: tuple[str, ...] = ()  # of the module; a notebook's cells are one
    cells: cells.Module | None = None

    @property
    def shown(self) -> list[Finding]:
        """The findings that no comment silences."""
        return [finding for finding in self.findings if not finding.suppressed]

    def line(self, finding: Finding) -> str:
        """The line that a finding is at."""
        number = finding.line
        if self.cells is not None and finding.cell:
            number = self.cells.line(finding.cell, finding.line)
        return self.lines[number - 1] if number <= len(self.lines) else ""


def read(path: str, settings: Settings) -> Document:
    """Lint a file, or standard input."""
    try:
        file = source.read(path)
    except source.Unreadable as error:
        return Document(path, (_failed(path, error.message),))
    document = Document(path, (), file.text, file.encoding, file.mode)
    return check(document, file.text, settings) if engine.concerns(file.text) else document


def check(document: Document, text: str, settings: Settings) -> Document:
    """Lint a text of a document."""
    rules = registry.chosen(settings.select, settings.ignored_in(Path(document.path)))
    if not document.path.endswith(".ipynb"):
        found = engine.lint(text, document.path, rules, settings.hot_functions)
        return replace(document, text=text, findings=tuple(found), lines=tuple(Text(text).lines))
    return _notebook(replace(document, text=text), rules, settings)


def _notebook(document: Document, rules: tuple[Rule, ...], settings: Settings) -> Document:
    try:
        found, language = cells.read(document.text)
    except cells.NotANotebook as error:
        return replace(document, findings=(_failed(document.path, error.message),))
    if not language.startswith(("python", "ipython")):
        return document
    masked = {cell.number: magics.mask(cell.source) for cell in found}
    module = cells.Module({number: cell for number, cell in masked.items() if cell})
    in_module = engine.lint(module.text, document.path, rules, settings.hot_functions)
    return replace(
        document,
        findings=tuple(_in_cell(finding, module) for finding in in_module),
        lines=tuple(Text(module.text).lines),
        cells=module,
    )


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
