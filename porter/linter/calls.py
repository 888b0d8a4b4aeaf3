"""Who calls whom in one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.kinds import What
from porter.linter.tree import AnyFunction, Function, Tree
from porter.linter.values import Values

# Methods that many unlike things have: `env.step()` says nothing about a `step` of this file.
_COMMON = frozenset(
    "add append apply build call clear close compile copy count extend fit get get_action index "
    "insert items keys load next open pop predict put read remove render reset restore run sample "
    "save seed send set size sort start step stop summary update values write".split()
)


class Calls:
    """The functions of a file with their calls. Names decide; what is ambiguous counts as none."""

    def __init__(self, tree: Tree, values: Values) -> None:
        self._tree, self._values = tree, values
        self._methods: dict[str, list[AnyFunction]] = {}
        for function in tree.functions():
            if isinstance(tree.parent(function), ast.ClassDef):
                self._methods.setdefault(function.name, []).append(function)
        # What an attribute can be called for a function of this file to be in it.
        self._attributes = {*self._methods, *_stored(tree)}
        self._callers: dict[ast.AST, list[ast.Call]] = {}
        # A call of a parameter's method needs the calls that pass the parameter: two rounds.
        for _ in range(2):
            callers: dict[ast.AST, list[ast.Call]] = {}
            for call in tree.of(ast.Call):
                for called in self.called(call):
                    callers.setdefault(called, []).append(call)
            self._callers = callers
            values.know_callers(self.of)

    def of(self, function: AnyFunction) -> list[ast.Call]:
        """The calls of a function in this file."""
        return self._callers.get(function, [])

    def called(self, call: ast.Call) -> list[AnyFunction]:
        """The functions of this file that a call can run."""
        function = call.func
        if isinstance(function, ast.Attribute):
            return self._method(function)
        kind = self._values(function)
        if isinstance(kind.node, Function):
            return [kind.node]
        return self._of_object(kind.node, "__call__")

    def _method(self, function: ast.Attribute) -> list[AnyFunction]:
        if function.attr not in self._attributes:
            return []
        of = self._values(function.value)
        if of.what in (What.CLASS, What.INSTANCE, What.MODEL, What.LAYER, What.KERAS) and of.node:
            if found := self._of_object(of.node, function.attr):
                return found
            return self._held(function)
        if of:
            return []
        found = self._methods.get(function.attr, [])
        return [] if function.attr in _COMMON or len(found) != 1 else found

    def _held(self, function: ast.Attribute) -> list[AnyFunction]:
        """What an attribute holds that is called: `self.step = tf.function(self._step)`."""
        held = self._values(function)
        return [held.node] if isinstance(held.node, Function) else []

    def _of_object(self, owner: ast.AST | None, name: str) -> list[AnyFunction]:
        """The method of an object's class, or of the nearest class above it in this file."""
        if not isinstance(owner, ast.ClassDef):
            return []
        for here in self._values.family(owner):
            if method := self._values.method(here, name):
                return [method]
        return []


def _stored(tree: Tree) -> Iterator[str]:
    """The names of the attributes that objects and classes get."""
    for attribute in tree.of(ast.Attribute):
        if isinstance(attribute.ctx, ast.Store):
            yield attribute.attr
    for name in tree.of(ast.Name):
        if isinstance(name.ctx, ast.Store) and isinstance(tree.scope(name), ast.ClassDef):
            yield name.id
