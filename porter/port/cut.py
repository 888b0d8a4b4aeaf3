"""What no run came to, taken out of a program: an error there need not stop what did run.

A block that the observed run never came to, and that porter can't port, raises in the port. Its
lines stay as comments, so that all others keep their numbers.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from porter.evidence.model import Evidence, FileSeen, Mark, digest
from porter.evidence.statements import blocks, is_marked, mark
from porter.findings import Finding
from porter.outline import first_line
from porter.partial import NOT_PORTED
from porter.port.program import Program, program

ROUNDS = 4  # what stands behind a cut may have errors that it did not have
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OF_THE_FUNCTION = (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)


@dataclass(frozen=True)
class _Head:
    """The lines of a function above its body, and the line that takes any arguments."""

    first: int
    last: int
    text: str


@dataclass(frozen=True)
class _Block:
    """Lines, from 1, the last one included, and what stands before the first statement."""

    first: int
    last: int
    indent: str
    head: _Head | None = None  # of the function that it is all of

    def around(self, other: _Block) -> bool:
        return self != other and self.first <= other.first <= other.last <= self.last


@dataclass
class Cuts:
    """The errors of a program that stand where no run came to, and its texts without them."""

    evidence: Evidence
    root: Path
    left_out: set[Finding] = field(default_factory=set)
    _wide: set[Finding] = field(default_factory=set)
    _whole: dict[str, FileSeen] = field(default_factory=dict)  # of the texts as they are

    def add(self, errors: set[Finding]) -> bool:
        """Take out those of a conversion's errors that can be. Whether there was any."""
        return self._cut_all({error.file for error in errors}, errors)

    def widen(self, errors: set[Finding]) -> bool:
        """Take out all that no run came to in the files of errors where the run came: it may be
        what they are there for. False where that is done."""
        new = {e for e in errors if e.file not in {wide.file for wide in self._wide}}
        self._wide |= new
        return self._cut_all({error.file for error in new}, errors)

    def _cut_all(self, paths: set[str], errors: set[Finding]) -> bool:
        """Whether one of them lost anything."""
        return sum(self._cut(path, errors) for path in sorted(paths)) > 0

    def _cut(self, path: str, errors: set[Finding]) -> bool:
        """The text of a file without its errors; whether it lost one that it had before."""
        seen = self._seen(path)
        if seen is None:
            return False
        name, known, whole = seen
        before = {f for f in self.left_out if f.file == path}
        own = before | {e for e in errors if e.file == path}
        wide = sorted(e for e in self._wide if e.file == path)
        cut = without(whole, known.ran, own, name, wide)
        if cut is None or cut.errors <= before:
            return False
        self.left_out |= cut.errors
        files = {**self.evidence.files, name: replace(known, digest=digest(cut.program.text))}
        texts = {**self.evidence.texts, str(Path(path).resolve()): cut.program.file}
        self.evidence = Evidence(files, self.evidence.runs, texts)
        self._whole[name] = known
        return True

    def _seen(self, path: str) -> tuple[str, FileSeen, Program] | None:
        """The name of a file in the evidence, what was seen of it, and its text."""
        try:
            name = Path(path).resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return None
        whole = program(Path(path))
        known = self._whole.get(name, self.evidence.files.get(name))
        if whole is None or known is None or known.digest != digest(whole.text):
            return None
        return name, known, whole


@dataclass(frozen=True)
class Cut:
    """A program with a raise in place of some blocks, and the errors that stood in them."""

    program: Program
    errors: frozenset[Finding]


def without(
    program: Program,
    ran: set[Mark] | None,
    errors: Iterable[Finding],
    name: str,
    wide: Sequence[Finding] = (),
) -> Cut | None:
    """The program with a raise in place of each block that has an error and that no run came to,
    and for the sake of the errors `wide` of all that it did not come to; None where there is none.
    `name` is told with the line."""
    text = program.text
    lines = text.splitlines(keepends=True)
    if ran is None or len(lines) != len(text.split("\n")) - text.endswith("\n"):
        return None  # form feeds: lines have other numbers for Python
    try:
        unreached = list(_unreached(program, ran))
    except (SyntaxError, ValueError):
        return None
    chosen: dict[_Block, list[Finding]] = {}
    headless: set[_Block] = set()  # whose function takes any arguments from now on
    for error in sorted(errors):
        line = program.line(error)
        around = [block for block in unreached if block.first <= line <= block.last]
        if around:
            outermost = min(around, key=lambda block: (block.first, -block.last))
            chosen.setdefault(outermost, []).append(error)
        elif above := [b for b in unreached if b.head and b.head.first <= line <= b.head.last]:
            chosen.setdefault(above[0], []).append(error)
            headless.add(above[0])
    for block in unreached if wide else ():
        if not any(other.around(block) for other in unreached):
            chosen.setdefault(block, [*wide])
    for block, (error, *_) in chosen.items():
        cell = "" if error.cell is None else f"cell {error.cell}:"
        where = f"{name}:{cell}{error.line}"
        why = f"{NOT_PORTED}{error.code} {where}: the observed run never came here"
        for number in range(block.first - 1, block.last):
            lines[number] = f"# {lines[number]}"
        first = block.first - 1
        raised = f"{block.indent}raise NotImplementedError({why!r})"
        lines[first] = f"{raised}  {lines[first]}"  # the first line stays, too
        if block.head is not None and block in headless:
            for number in range(block.head.first - 1, block.head.last):
                lines[number] = f"# {lines[number]}"
            first = block.head.first - 1
            lines[first] = f"{block.head.text}  {lines[first]}"
    try:
        found = program.anew("".join(lines))
        ast.parse(found.ran)
    except (SyntaxError, ValueError):
        return None
    gone = frozenset(error for errors in chosen.values() for error in errors)
    return Cut(found, gone) if gone else None


def _unreached(program: Program, ran: set[Mark]) -> Iterator[_Block]:
    """The ends of blocks that no run came to, which have their lines for themselves. Cells of a
    notebook are parts: each raises by itself."""
    lines = program.ran.splitlines()
    tree = ast.parse(program.ran)
    heads = {id(n.body): n for n in ast.walk(tree) if isinstance(n, _FUNCTIONS)}
    for block in blocks(tree):
        whole = [s for s in block if is_marked(s)]
        reached = [n for n, statement in enumerate(whole) if mark(statement) in ran]
        end = whole[reached[-1] + 1 if reached else 0 :]
        for _, part in groupby(end, lambda s: bisect_right(program.starts, s.lineno)):
            statements = list(part)
            first = first_line(statements[0])
            last = statements[-1].end_lineno or statements[-1].lineno
            before = lines[first - 1].encode()[: statements[0].col_offset].decode()
            after = lines[last - 1].encode()[statements[-1].end_col_offset or 0 :].decode()
            alone = not before.strip() and (not (after := after.strip(" \t;")) or after[0] == "#")
            elif_ = lines[first - 1].lstrip().startswith("elif")
            if alone and not elif_ and not _makes_a_function(statements):
                function = None if reached else heads.get(id(block))
                head = _head(function, lines) if function is not None else None
                yield _Block(first, last, before, head)


def _head(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[str]) -> _Head | None:
    """Decorators run where the function is defined, and are no part of it."""
    first, last = function.lineno, first_line(function.body[0]) - 1
    indent = lines[first - 1].encode()[: function.col_offset].decode()
    if last < first or indent.strip():
        return None
    kind = "async def" if isinstance(function, ast.AsyncFunctionDef) else "def"
    return _Head(first, last, f"{indent}{kind} {function.name}(*args, **kwargs):")


def _makes_a_function(statements: Sequence[ast.stmt]) -> bool:
    """Whether they have what makes a function a generator or a name global, run or not."""
    return any(isinstance(n, _OF_THE_FUNCTION) for s in statements for n in ast.walk(s))
