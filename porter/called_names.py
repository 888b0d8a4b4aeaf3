"""Which names of a module the calls of its functions may use."""

from __future__ import annotations

import ast
from functools import cached_property
from itertools import chain

from porter.ast_names import last, nodes

_SUITES = ("body", "orelse", "finalbody", "handlers", "cases")  # of statements


class Calls:
    """The functions of a module by their names, with what stands in them."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self._read: dict[str, set[str]] = {}  # what stands in functions that calls run, by name

    @cached_property
    def _functions(self) -> dict[str, list[ast.AST]]:
        found: dict[str, list[ast.AST]] = {}
        open_: list[ast.AST] = [self.tree]
        while open_:
            node = open_.pop()
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.setdefault(node.name, []).append(node)
            for suite in _SUITES:
                open_ += getattr(node, suite, ())
        return found

    def _names(self, function: str) -> set[str]:
        """The names that stand in the functions of a name."""
        if function not in self._read:
            inside = chain(*map(nodes, self._functions.get(function, ())))
            read = (n for n in inside if isinstance(n, (ast.Name, ast.Attribute)))
            self._read[function] = set(map(last, read))
        return self._read[function]

    def used(self, call: ast.Call) -> set[str]:
        """The names that may have been used when the call is done."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        found = {n.id for n in given if isinstance(n, ast.Name)}
        root: ast.expr = call.func
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name):
            found.add(root.id)
        open_, seen = [last(call.func)], set[str]()
        while open_:
            name = open_.pop()
            if name not in seen:
                seen.add(name)
                found |= self._names(name)
                open_ += self._names(name)
        return found
