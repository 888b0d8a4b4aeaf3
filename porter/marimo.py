"""marimo's notebooks: scripts whose cells are functions. What one binds, others get as arguments.

    @app.cell
    def _(nn, torch):
        net = nn.Linear(2, 1)
        return (net,)

The bodies are converted as one module, in their order. What each cell gets and gives is told anew.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from porter import magics
from porter.cells import Module
from porter.explain import Passage
from porter.pipeline import Converted, Failed, Options, Outcome
from porter.safely import convert_module

_HEADER_ENDS = re.compile(r"(?:async )?def .*\):|\):")
_WIDTH = 88


class NotPlain(Exception):
    """A file of another form: it is a script for porter."""


@dataclass(frozen=True)
class Cell:
    """A cell: its lines in the file, counted from 0, and its body without the indentation."""

    start: int  # of `def`
    body: range
    end: int  # behind the function
    name: str  # `def _`
    text: str
    returned: tuple[str, ...]

    @property
    def given(self) -> frozenset[str]:
        """What others may use."""
        return frozenset(self.returned)


@dataclass(frozen=True)
class Names:
    """What a cell binds, and what it reads."""

    bound: frozenset[str]
    read: frozenset[str]


@dataclass
class Written:
    """The new file, and where the line of a cell's body is in it."""

    lines: list[str] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)


def convert(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """Convert a notebook of marimo's."""
    try:
        cells = dict(enumerate(_cells(text), 1))
        _in_order([_names(cell.text) for cell in cells.values()])
    except NotPlain:
        return convert_module(text, path, root, options)
    module = Module({n: magics.Cell(cell.text, "", {}) for n, cell in cells.items()})

    def place(line: int) -> int:
        number, inside = module.place(line)
        return cells[number].body.start + inside

    outcome = convert_module(module.text, path, root, options)
    if isinstance(outcome, Failed):
        finding = replace(outcome.finding, line=place(outcome.finding.line))
        return Failed(path, finding)
    if not isinstance(outcome, Converted):
        return outcome
    bodies = {n: cell.text for n, cell in cells.items()} | module.split(outcome.output)
    bodies, gone = _bound_once(bodies)
    written = _written(text, cells, bodies)
    ports = {
        line: written.starts[n] + inside - sum(g < inside for g in gone.get(n, ()))
        for line, (n, inside) in module.places(outcome.output).items()
        if inside not in gone.get(n, ())
    }
    return replace(
        outcome,
        output="\n".join(written.lines),
        findings=tuple(replace(f, line=place(f.line)) for f in outcome.findings),
        plan=tuple(_passage(passage, place) for passage in outcome.plan),
        lines=tuple((place(a), ports[b]) for a, b in outcome.lines if b in ports),
    )


def _cells(text: str) -> Iterator[Cell]:
    """The cells that have anything in them; raises NotPlain."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, (ast.ClassDef, ast.With)):
            raise NotPlain
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        decorators = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
        if [ast.unparse(d) for d in decorators] != ["app.cell"]:
            raise NotPlain
        start, end = node.lineno - 1, node.end_lineno or node.lineno
        ends = (i for i in range(start, end) if _HEADER_ENDS.fullmatch(lines[i].rstrip()))
        first = next(ends, end) + 1
        last, returned = node.body[-1], tuple[str, ...]()
        if isinstance(last, ast.Return):
            returned, end_of_body = _returned(last), last.lineno - 1
        else:
            end_of_body = end
        if not any(line.strip() for line in lines[first:end_of_body]):
            continue
        body = "\n".join(map(_dedented, lines[first:end_of_body])).rstrip()
        name = lines[start].partition("(")[0]
        yield Cell(start, range(first, first + body.count("\n") + 1), end, name, body, returned)


def _returned(node: ast.Return) -> tuple[str, ...]:
    if node.value is None:
        return ()
    if not isinstance(node.value, ast.Tuple):
        raise NotPlain
    names = tuple(e.id for e in node.value.elts if isinstance(e, ast.Name))
    if len(names) != len(node.value.elts):
        raise NotPlain
    return names


def _dedented(line: str) -> str:
    if line.strip() and not line.startswith("    "):
        raise NotPlain  # in a string of several lines
    return line[4:] if line.strip() else line


def _names(body: str) -> Names:
    top = symtable.symtable(body, "cell", "exec")
    bound = {
        symbol.get_name()
        for symbol in top.get_symbols()
        if symbol.is_assigned() or symbol.is_imported()
    }
    read = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}
    for table in _below(top):
        read |= {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}
    return Names(frozenset(n for n in bound if not n.startswith("_")), frozenset(read))


def _below(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        yield child
        yield from _below(child)


def _in_order(names: list[Names]) -> None:
    """Raises NotPlain where a cell reads what a later one binds, or two bind one name."""
    for i, one in enumerate(names):
        later = frozenset[str]().union(*(other.bound for other in names[i + 1 :]))
        if later & (one.bound | one.read):
            raise NotPlain


def _bound_once(bodies: dict[int, str]) -> tuple[dict[int, str], dict[int, list[int]]]:
    """The bodies without imports that a cell above has, and the lines that are gone."""
    known, found, gone = set[str](), dict[int, str](), dict[int, list[int]]()
    for number, body in bodies.items():
        twice = known & _names(body).bound
        lines = body.split("\n")
        gone[number] = [
            i
            for i, line in enumerate(lines, 1)
            if any(line in (f"import {name}", f"import {name}  # noqa") for name in twice)
        ]
        kept = [line for i, line in enumerate(lines, 1) if i not in gone[number]]
        found[number] = "\n".join(kept)
        if known & _names(found[number]).bound:
            raise magics.Lost
        known |= _names(found[number]).bound
    return found, gone


def _written(text: str, cells: dict[int, Cell], bodies: dict[int, str]) -> Written:
    old = {n: _names(cell.text) for n, cell in cells.items()}
    new = {n: _names(body) for n, body in bodies.items()}
    lines, found, at = text.split("\n"), Written(), 0
    for number, cell in cells.items():
        gets, gives = _exchanged(new, number)
        header = lines[cell.start : cell.body.start]
        if gets != _exchanged(old, number)[0]:
            header = _listed(f"{cell.name}(", sorted(gets), "):", "")
        tail = lines[cell.body.stop : cell.end]
        blank = [line for line in tail if not line.strip()]
        if gives != cell.given & gives or not cell.given <= new[number].bound:
            kept = sorted(gives | (cell.given & new[number].bound))
            opening = "    return (" if kept else "    return"
            closing = ",)" if len(kept) == 1 else ")" if kept else ""
            tail = [*blank, *_listed(opening, kept, closing, "    ")]
        found.lines += [*lines[at : cell.start], *header]
        found.starts[number] = len(found.lines)
        body = bodies[number].split("\n")
        found.lines += [f"    {line}" if line.strip() else line for line in body]
        found.lines += tail
        at = cell.end
    found.lines += lines[at:]
    return found


def _exchanged(names: dict[int, Names], number: int) -> tuple[frozenset[str], frozenset[str]]:
    """What a cell gets of the others, and gives to them."""
    others = [one for n, one in names.items() if n != number]
    own = names[number]
    bound = frozenset[str]().union(*(one.bound for one in others))
    read = frozenset[str]().union(*(one.read for one in others))
    return (own.read & bound) - own.bound, own.bound & read


def _listed(opening: str, names: Sequence[str], closing: str, indent: str) -> list[str]:
    line = f"{opening}{', '.join(names)}{closing}"
    if len(line) <= _WIDTH:
        return [line]
    return [opening, *(f"{indent}    {name}," for name in names), f"{indent}{closing.lstrip(',')}"]


def _passage(passage: Passage, place: Callable[[int], int]) -> Passage:
    """The passage with its lines in the file."""

    def told(match: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda number: str(place(int(number[0]))), match[0])

    text = re.sub(r"\blines? (\d+(?:(?:, | to )\d+)*)", told, passage.text)
    return replace(passage, first=place(passage.first), last=place(passage.last), text=text)
