"""Which names of a module the calls of its functions may use."""

from __future__ import annotations

import ast
from functools import cached_property

from porter.ast_names import last, nodes


class Calls:
    """The functions of a module by their names, with what stands in them."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree

    @cached_property
    def functions(self) -> dict[str, set[str]]:
        """The names that stand in each function."""
        found: dict[str, set[str]] = {}
        for function in nodes(self.tree):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                read = (n for n in nodes(function) if isinstance(n, (ast.Name, ast.Attribute)))
                found.setdefault(function.name, set()).update(map(last, read))
        return found

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
            if name in self.functions and name not in seen:
                seen.add(name)
                found |= self.functions[name]
                open_ += self.functions[name]
        return found
