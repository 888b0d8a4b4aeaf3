"""What no run came to, taken out of a program: an error there need not stop what did run.

A block that the observed run never came to, and that porter can't port, raises in the port. Its
lines stay as comments, so that all others keep their numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from porter.evidence.model import Evidence, FileSeen, Mark, digest
from porter.evidence.statements import blocks, is_marked, mark
from porter.findings import Finding
from porter.outline import first_line
from porter.partial import NOT_PORTED
from porter.source import Unreadable, read

ROUNDS = 4  # what stands behind a cut may have errors that it did not have
# What makes a function a generator or a name global, also where it does not run
_OF_THE_FUNCTION = (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)


@dataclass(frozen=True)
class _Block:
    """Lines, from 1, the last one included, and what stands before the first statement."""

    first: int
    last: int
    indent: str


@dataclass
class Cuts:
    """The errors of a program that stand where no run came to, and its texts without them."""

    evidence: Evidence
    root: Path
    left_out: set[Finding] = field(default_factory=set)
    _whole: dict[str, FileSeen] = field(default_factory=dict)  # of the texts as they are

    def add(self, errors: set[Finding]) -> bool:
        """Take the errors of a conversion out. False where one of them can't be, or none is new."""
        if not errors - self.left_out:
            return False
        self.left_out |= errors
        paths = {finding.path for finding in self.left_out}
        return all(self._cut(path) for path in sorted(paths))

    def _cut(self, path: str) -> bool:
        """The text of a file without its errors."""
        seen = self._seen(path)
        if seen is None:
            return False
        name, known, text = seen
        cut = without(text, known.ran, (f for f in self.left_out if f.path == path), name)
        if cut is None:
            return False
        files = {**self.evidence.files, name: replace(known, digest=digest(cut))}
        texts = {**self.evidence.texts, str(Path(path).resolve()): cut}
        self.evidence = Evidence(files, self.evidence.runs, texts)
        self._whole[name] = known
        return True

    def _seen(self, path: str) -> tuple[str, FileSeen, str] | None:
        """The name of a file in the evidence, what was seen of it, and its text."""
        try:
            name = Path(path).resolve().relative_to(self.root.resolve()).as_posix()
            text = read(path).text
        except (ValueError, Unreadable):
            return None
        known = self._whole.get(name, self.evidence.files.get(name))
        if known is None or known.digest != digest(text) or not path.endswith(".py"):
            return None
        return name, known, text


def without(text: str, ran: set[Mark] | None, errors: Iterable[Finding], name: str) -> str | None:
    """The text with a raise in place of each block that has an error and that no run came to; None
    where an error stands elsewhere. `name` is told with the line."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    lines = text.splitlines(keepends=True)
    if ran is None or len(lines) != len(text.split("\n")) - text.endswith("\n"):
        return None  # form feeds: lines have other numbers for Python
    unreached = list(_unreached(tree, ran, [line.rstrip("\r\n") for line in lines]))
    chosen: dict[_Block, Finding] = {}
    for error in sorted(errors):
        around = [block for block in unreached if block.first <= error.line <= block.last]
        if not around:
            return None
        chosen.setdefault(min(around, key=lambda block: (block.first, -block.last)), error)
    for block, error in chosen.items():
        why = f"{NOT_PORTED}{error.code} {name}:{error.line}: the observed run never came here"
        for number in range(block.first - 1, block.last):
            lines[number] = f"# {lines[number]}"
        first = block.first - 1
        raised = f"{block.indent}raise NotImplementedError({why!r})"
        lines[first] = f"{raised}  {lines[first]}"  # the first line stays, too
    found = "".join(lines)
    try:
        ast.parse(found)
    except (SyntaxError, ValueError):
        return None
    return found


def _unreached(tree: ast.Module, ran: set[Mark], lines: list[str]) -> Iterator[_Block]:
    """The ends of blocks that no run came to, which have their lines for themselves."""
    for block in blocks(tree):
        end = [s for s in block if is_marked(s)]
        reached = [n for n, statement in enumerate(end) if mark(statement) in ran]
        end = end[reached[-1] + 1 if reached else 0 :]
        if not end or any(isinstance(n, _OF_THE_FUNCTION) for s in end for n in ast.walk(s)):
            continue
        first, last = first_line(end[0]), end[-1].end_lineno or end[-1].lineno
        before = lines[first - 1].encode()[: end[0].col_offset].decode()
        after = lines[last - 1].encode()[end[-1].end_col_offset or 0 :].decode().strip(" \t;")
        alone = not before.strip() and (not after or after.startswith("#"))
        if alone and not lines[first - 1].lstrip().startswith("elif"):
            yield _Block(first, last, before)
