"""Jupyter notebooks: all code cells are converted as one module, and put back cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from porter import cells as book
from porter import magics
from porter.cells import Cell, Listing, Module
from porter.explain import Passage
from porter.findings import Finding, Severity
from porter.pipeline import Converted, Failed, Options, Outcome, Skipped
from porter.rewrite.origins import Lines
from porter.safely import convert_module

_TORCH = re.compile(r"\btorch\b|\.backward\(")
_INSTALL = re.compile(r"[!%]?\s*(pip|conda)|!")


def convert(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """Convert a notebook's text. Findings point at `path:cell N:line`."""
    try:
        cells, language = book.read(text)
    except book.NotANotebook as error:
        return Failed(path, error.finding(path))
    if not language.startswith(("python", "ipython")):
        return Skipped(path, f"a notebook in {language}")
    if not any(_TORCH.search(cell.source) for cell in cells):
        return Skipped(path, "no torch in it")
    masked = {cell.number: magics.mask(cell.source) for cell in cells}
    module = Module({number: cell for number, cell in masked.items() if cell})
    kept = [f for cell in cells for f in _kept(path, cell, masked[cell.number])]
    outcome = convert_module(module.text, path, root, options)
    if isinstance(outcome, Failed):
        return Failed(path, _located(module, path, outcome.finding))
    if isinstance(outcome, Skipped):
        if not any(f.severity is Severity.ERROR for f in kept):
            return outcome
        return Converted(path, text, tuple(kept), (), 0, len(kept), 0, frozenset())
    try:
        changed = module.split(outcome.output)
    except magics.Lost:
        message = "the borders of the cells were lost"
        return Failed(
            path, Finding(path, 1, 1, "P901", Severity.ERROR, message, "please report this")
        )
    findings = [*(_located(module, path, f) for f in outcome.findings), *kept]
    left = sum(f.severity is Severity.ERROR for f in kept)
    output = book.replaced(text, cells, changed)
    return replace(
        outcome,
        output=output,
        findings=tuple(sorted(findings, key=_order)),
        plan=tuple(_passage(module, Listing(cells), passage) for passage in outcome.plan),
        left=outcome.left + left,
        lines=_lines(module, outcome, Listing(cells), Listing(book.read(output)[0])),
    )


def _lines(module: Module, outcome: Converted, before: Listing, after: Listing) -> Lines:
    """Which line became which, in the listings of both notebooks."""
    places = module.places(outcome.output) if outcome.lines else {}
    return tuple(
        (before.line(*module.place(original)), after.line(*places[port]))
        for original, port in outcome.lines
    )


def _located(module: Module, path: str, finding: Finding) -> Finding:
    """The finding with its place in the notebook."""
    number, line = module.place(finding.line)
    return replace(finding, path=f"{path}:cell {number}", line=line)


def _passage(module: Module, listing: Listing, passage: Passage) -> Passage:
    """The passage with its lines in the listing, and cell:line in its text."""

    def place(match: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda m: "cell {}:{}".format(*module.place(int(m[0]))), match[1])

    first, last = (listing.line(*module.place(n)) for n in (passage.first, passage.last))
    text = re.sub(r"\blines? (\d+(?:(?:, | to )\d+)*)", place, passage.text)
    return replace(passage, first=first, last=last, text=text)


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
    return finding.cell or 0, finding
