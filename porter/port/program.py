"""The Python that a file has: all of it, or the code cells of a notebook, one below the other."""

from __future__ import annotations

from pathlib import Path

from porter import cells, magics
from porter.findings import Finding
from porter.source import Unreadable, read


class Program:
    """A Python file. `text` is what evidence is of, `ran` the same without magics, line by line.
    `starts` are the lines above parts that people run by themselves."""

    starts: tuple[int, ...] = ()

    def __init__(self, file: str) -> None:
        self.file = self.text = self.ran = file

    def line(self, finding: Finding) -> int:
        """The line of the text that a finding is about."""
        return finding.line

    def anew(self, text: str) -> Program:
        """With another text, which has as many lines."""
        return Program(text)


class Notebook(Program):
    """Those cells that are Python. Raises NotANotebook."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.module = cells.program(file)
        self.text, self.starts = self.module.text, tuple(self.module.starts)
        self.ran = magics.blanked(self.text)

    def line(self, finding: Finding) -> int:
        """0 for what stands in no cell that is Python."""
        if finding.cell is None or finding.cell not in self.module.cells:
            return 0
        return self.module.line(finding.cell, finding.line)

    def anew(self, text: str) -> Notebook:
        changed = self.module.split(text)
        return Notebook(cells.replaced(self.file, cells.read(self.file)[0], changed))


def program(path: Path) -> Program | None:
    """None where there is none in it."""
    try:
        text = read(str(path)).text
        return Notebook(text) if path.suffix == ".ipynb" else Program(text)
    except (Unreadable, cells.NotANotebook):
        return None
