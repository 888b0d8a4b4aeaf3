"""Line and column of a few nodes, without libcst's position metadata.

libcst finds positions by generating the code of the whole module, which takes as long as
parsing it three times. Python's own parser knows the line of every statement at a fraction
of that: the two trees are walked side by side, and only the statements around the wanted
nodes are generated.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from porter.codegen import Codegen
from porter.index import Index
from porter.outline import first_line
from porter.source import syntax_tree
from porter.tree import statements


@dataclass
class _Recorder(Codegen):
    """Generates the code and notes where the wanted nodes begin."""

    wanted: Collection[int] = ()
    above: Collection[int] = ()  # what a wanted node stands in, and these nodes themselves
    found: dict[int, tuple[int, int]] = field(default_factory=dict)
    line: int = 0
    column: int = 0

    def __post_init__(self) -> None:
        self.apart = Codegen(self.default_indent, self.default_newline)
        self.apart.add_token = self.apart.tokens.append  # type: ignore[method-assign, assignment]

    def generate(self, node: cst.CSTNode, **kwargs: Any) -> None:
        """What holds no wanted node is generated apart and counted at once."""
        if id(node) not in self.above:
            node._codegen(self.apart, **kwargs)
            self.add_token("".join(self.apart.tokens))
            self.apart.tokens.clear()
            return
        if id(node) in self.wanted:
            self.found.setdefault(id(node), (self.line, self.column))
        super().generate(node, **kwargs)

    def add_token(self, value: str) -> None:
        super().add_token(value)
        newlines = value.count("\n") or value.count("\r")
        if newlines:
            self.line += newlines
            self.column = len(value) - max(value.rfind("\n"), value.rfind("\r")) - 1
        else:
            self.column += len(value)

    def add_indent_tokens(self) -> None:
        super().add_indent_tokens()
        self.column += sum(len(token) for token in self.indent_tokens)


def positions(
    index: Index, text: str, nodes: Iterable[cst.CSTNode]
) -> dict[cst.CSTNode, tuple[int, int]]:
    """(line, column) from 1 of each node of a module's tree; `text` is its source."""
    module = index.module
    wanted = {id(node): node for node in nodes}
    found: dict[cst.CSTNode, tuple[int, int]] = {}
    if not wanted:
        return found
    inside = {_statement(index, node) for node in wanted.values()}
    above = {id(n) for node in wanted.values() for n in (node, *index.above(node))}
    heads = []  # kept, so that nothing else gets their ids
    for statement, twin in beside(module.body, syntax_tree(text).body):
        line = first_line(twin)
        column = twin.col_offset + 1
        if id(statement) in wanted:
            found[statement] = (line, column)
        simple = isinstance(statement, cst.SimpleStatementLine)
        if not inside.intersection(statement.body if simple else [statement]):
            continue
        head = _head(statement)
        heads.append(head)
        above.add(id(head))
        state = _Recorder(module.default_indent, module.default_newline)
        state.wanted, state.above = wanted, above
        head._codegen(state)
        for key, (down, right) in state.found.items():
            found[wanted[key]] = (line + down, right + 1 + (column - 1 if not down else 0))
    return found


def moved_positions(
    index: Index, original: Index, text: str, nodes: Iterable[cst.CSTNode]
) -> dict[cst.CSTNode, tuple[int, int]]:
    """The same where the tree is not that of the text any more: what is new in it stands where the
    line stood that it was made of: one with the same end, or that of the next line that has one."""
    ends = {end(line): line for line in original.all(cst.SimpleStatementLine, cst.For)}
    known: dict[cst.CSTNode, cst.CSTNode] = {}
    for node in nodes:
        if node in original.parents:
            known[node] = node
            continue
        above = [n for n in (node, *index.above(node)) if isinstance(n, _LINES)]
        lines = [line for own in above for line in (own, *_behind(index, own))]
        line = next((ends[end(n)] for n in lines if end(n) in ends), None)
        if line is not None:
            known[node] = line
    found = positions(original, text, set(known.values()))
    return {node: found[line] for node, line in known.items() if line in found}


def _behind(index: Index, line: cst.CSTNode) -> Sequence[cst.CSTNode]:
    """The lines behind it in its suite."""
    body = getattr(index.parents.get(line), "body", ())
    if not isinstance(body, Sequence) or line not in body:  # an elif stands in no suite
        return ()
    return body[list(body).index(line) + 1 :]


def end(statement: cst.CSTNode) -> cst.CSTNode | None:
    """The end of a simple statement's line, or of the header of a compound statement."""
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.trailing_whitespace
    if isinstance(statement, cst.Match):
        return statement.whitespace_after_colon
    suite = getattr(statement, "body", None)
    if isinstance(suite, cst.IndentedBlock):
        return suite.header
    return suite.trailing_whitespace if isinstance(suite, cst.SimpleStatementSuite) else None


_LINES = (cst.SimpleStatementLine, cst.BaseCompoundStatement)


def _statement(index: Index, node: cst.CSTNode) -> cst.CSTNode:
    """The small or compound statement that a node stands in, or the line that it is."""
    kinds = (cst.BaseSmallStatement, cst.SimpleStatementLine, cst.BaseCompoundStatement)
    return next((n for n in (node, *index.above(node)) if isinstance(n, kinds)), node)


def beside(body: Iterable[cst.CSTNode], other: list[ast.stmt]) -> Iterator[tuple[Any, Any]]:
    """Every statement of a suite and below it, with its twin in Python's own tree.

    A line of several small statements goes with the first of them.
    """
    rest = iter(other)
    for statement in body:
        twin = next(rest)
        yield statement, twin
        if isinstance(statement, cst.SimpleStatementLine):
            for _ in statement.body[1:]:
                next(rest)
        else:
            yield from _below(statement, twin)


def _below(statement: Any, twin: Any) -> Iterator[tuple[Any, Any]]:
    """The suites of a compound statement."""
    if isinstance(statement, cst.Match):
        for case, other in zip(statement.cases, twin.cases):
            yield from beside(statements(case.body), other.body)
        return
    if isinstance(statement, cst.With) and len(statement.items) < len(twin.items):
        inner, items = statement.body.body[0], twin.items[len(statement.items) :]
        first = items[0].context_expr  # split_lines: one block in the other, which stands here
        place = {"lineno": first.lineno, "col_offset": first.col_offset - len("with ")}
        rest = ast.With(items, twin.body, **place)
        yield inner, rest
        yield from _below(inner, rest)
        return
    if isinstance(twin, ast.Assign):  # split_lines: a lambda is a function
        yield statement.body.body[0], twin
        return
    yield from beside(statements(statement.body), twin.body)
    for handler, other in zip(getattr(statement, "handlers", ()), getattr(twin, "handlers", ())):
        yield from beside(statements(handler.body), other.body)
    orelse = getattr(statement, "orelse", None)
    if isinstance(orelse, cst.If):
        yield orelse, twin.orelse[0]
        yield from _below(orelse, twin.orelse[0])
    elif orelse is not None:
        yield from beside(statements(orelse.body), twin.orelse)
    final = getattr(statement, "finalbody", None)
    if final is not None:
        yield from beside(statements(final.body), twin.finalbody)


def _head(statement: Any) -> Any:
    """The statement without the lines above it and the suites below it."""
    changes: dict[str, Any] = {}
    if hasattr(statement, "leading_lines"):
        changes["leading_lines"] = []
    if hasattr(statement, "lines_after_decorators"):
        changes["lines_after_decorators"] = []
    if not isinstance(statement, cst.SimpleStatementLine):
        changes["body"] = cst.SimpleStatementSuite([cst.Pass()])
        for name in ("orelse", "finalbody"):
            if getattr(statement, name, None) is not None:
                changes[name] = None
        if isinstance(statement, cst.Try):
            changes |= {"handlers": [], "finalbody": cst.Finally(cst.IndentedBlock([]))}
        if isinstance(statement, cst.Match):
            return statement.subject
    return statement.with_changes(**changes)
