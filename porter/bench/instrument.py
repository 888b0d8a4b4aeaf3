"""Puts the stopwatch around the phases of a program, without touching its files.

What is compiled is the program's own syntax tree, with its own line numbers: tracebacks are right,
and AutoGraph, which reads the file, finds the functions of a graph as they were written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

WATCH = "__porter_stopwatch__"  # a global of every module of the program


def instrumented(text: str, path: str, lines: dict[int, int]) -> ast.Module:
    """The tree of a file; `lines` has the number of the phase that a line belongs to."""
    tree = _Instrument(lines).visit(ast.parse(text, path))
    return ast.fix_missing_locations(tree)  # type: ignore[no-any-return]


class _Instrument(ast.NodeTransformer):
    def __init__(self, lines: dict[int, int]) -> None:
        self.lines = lines

    def visit(self, node: ast.AST) -> Any:
        if _is_graph(node):
            return node
        node = super().visit(node)
        for name in ("body", "orelse", "finalbody"):
            suite = getattr(node, name, None)
            if isinstance(suite, list) and suite and isinstance(suite[0], ast.stmt):
                setattr(node, name, [s for run in self._runs(suite) for s in run])
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "step":
            watch = ast.Name(WATCH, ast.Load())
            method = ast.Attribute(watch, "step", ast.Load())
            node.func = ast.copy_location(ast.Call(method, [function.value], []), function)
        return node

    def _runs(self, suite: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
        """The suite in pieces; statements of one phase, and what stands between them, in `with`."""
        numbers = [self._number(statement) for statement in suite]
        at = 0
        while at < len(suite):
            number, end = numbers[at], at + 1
            if number is not None:
                same = [i for i in range(at, len(suite)) if numbers[i] == number]
                others = [i for i in range(at, len(suite)) if numbers[i] not in (number, None)]
                end = max(i for i in same if not others or i < others[0]) + 1
            yield [_timed(number, suite[at:end])] if number is not None else [suite[at]]
            at = end

    def _number(self, statement: ast.stmt) -> int | None:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return None
        return self.lines.get(statement.lineno)


def _timed(number: int, statements: Sequence[ast.stmt]) -> ast.stmt:
    watch = ast.Attribute(ast.Name(WATCH, ast.Load()), "phase", ast.Load())
    item = ast.withitem(ast.Call(watch, [ast.Constant(number)], []))
    return ast.copy_location(ast.With([item], list(statements)), statements[0])


def _is_graph(node: ast.AST) -> bool:
    """A `@tf.function`: Python runs it once, to trace it."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(part, ast.Attribute) and part.attr == "function"
        for decorator in node.decorator_list
        for part in ast.walk(decorator)
    )
