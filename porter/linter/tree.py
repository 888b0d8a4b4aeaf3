"""One walk over the syntax tree: nodes by type, and what encloses what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeVar

Function = (ast.FunctionDef, ast.AsyncFunctionDef)
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef | ast.Module
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Loop = ast.For | ast.AsyncFor | ast.While | Comprehension
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While, *_COMPREHENSIONS)
_HEADS = frozenset({"decorator_list", "args", "returns", "bases", "keywords", "iter", "orelse"})
_LEAVES = frozenset("ctx op ops id attr kind type_comment module level lineno tag".split())
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
_Node = TypeVar("_Node", bound=ast.AST)


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a type of nodes that can hold others; operators are shared by their users."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field for field in kind._fields if field not in _LEAVES)
    return _FIELDS[kind]


class Tree:
    """The nodes of a module in the order of the text, and the way up from each of them."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self._nodes: dict[type[ast.AST], list[ast.AST]] = {}
        self._parents = parents = dict[ast.AST, tuple[ast.AST, str]]()
        self._scopes = scopes = dict[ast.AST, Scope]()
        self._children: dict[ast.AST, list[ast.AST]] = {}
        self._attributes: dict[str, list[ast.Attribute]] | None = None
        self._uses: dict[str, dict[Scope, list[ast.Name]]] | None = None
        waiting: list[ast.AST] = [module]
        while waiting:
            node = waiting.pop()
            kind = type(node)
            around = scopes.get(node, module)
            inner = node if isinstance(node, _SCOPES) else None
            if kind not in self._nodes:
                self._nodes[kind] = []
            self._nodes[kind].append(node)
            children: list[ast.AST] = []
            for field in _fields(kind):
                value = getattr(node, field, None)
                if not value:
                    continue
                place = node, field
                scope = inner if inner and field not in _HEADS else around
                for child in value if type(value) is list else (value,):
                    if isinstance(child, ast.AST):
                        parents[child] = place
                        scopes[child] = scope
                        children.append(child)
            if children:
                self._children[node] = children
                waiting.extend(reversed(children))

    def of(self, kind: type[_Node]) -> Iterator[_Node]:
        """All nodes of a type, in the order of the text."""
        yield from self._nodes.get(kind, ())  # type: ignore[misc]

    def attributes(self, name: str) -> list[ast.Attribute]:
        """All uses of an attribute of this name."""
        if self._attributes is None:
            self._attributes = {}
            for use in self.of(ast.Attribute):
                self._attributes.setdefault(use.attr, []).append(use)
        return self._attributes.get(name, [])

    def uses(self, name: str) -> dict[Scope, list[ast.Name]]:
        """All uses of a name, by the scopes that they stand in."""
        if self._uses is None:
            self._uses = {}
            for use in self.of(ast.Name):
                self._uses.setdefault(use.id, {}).setdefault(self.scope(use), []).append(use)
        return self._uses.get(name, {})

    def functions(self) -> Iterator[AnyFunction]:
        """All functions; those that are async come last."""
        yield from self.of(ast.FunctionDef)
        yield from self.of(ast.AsyncFunctionDef)

    def parent(self, node: ast.AST) -> ast.AST | None:
        """What directly encloses a node."""
        return self._parents[node][0] if node in self._parents else None

    def ancestors(self, node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        """Each enclosing node with the field of it that the way up came through."""
        while node in self._parents:
            node, field = self._parents[node]
            yield node, field

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that a node stands in."""
        while not isinstance(node, ast.stmt):
            node = self._parents[node][0]
        return node

    def scope(self, node: ast.AST) -> Scope:
        """The function, class or module whose body holds a node. A decorator is outside."""
        return self._scopes.get(node, self.module)

    def function(self, node: ast.AST) -> AnyFunction | None:
        """The function, no lambda, whose body holds a node."""
        for above, field in self.ancestors(node):
            if isinstance(above, Function) and field not in _HEADS:
                return above
        return None

    def function_of(self, parameter: ast.arg) -> AnyFunction | None:
        """The function that a parameter belongs to; None for a lambda's."""
        function = self.parent(self.parent(parameter) or parameter)
        return function if isinstance(function, Function) else None

    def owner(self, node: ast.AST) -> ast.ClassDef | None:
        """The class that a method belongs to, or the function that a node stands in does."""
        for above, field in self.ancestors(node):
            if isinstance(above, ast.ClassDef) and field not in _HEADS:
                return above
        return None

    def loops(self, node: ast.AST) -> Iterator[Loop]:
        """The loops that run a node on each pass, inside its function, the innermost first."""
        below, came = node, ""
        for above, field in self.ancestors(node):
            if isinstance(above, _SCOPES) and field not in _HEADS:
                return
            if isinstance(above, (ast.For, ast.AsyncFor)):
                if field in ("body", "target"):
                    yield above
            elif isinstance(above, ast.While):
                if field in ("body", "test"):
                    yield above
            elif isinstance(above, _COMPREHENSIONS):
                # The first iterable is evaluated once, outside.
                if not (below is above.generators[0] and came == "iter"):
                    yield above
            below, came = above, field

    def inside(self, node: ast.AST) -> Iterator[ast.AST]:
        """A node and all below it, but not the bodies of functions in it."""
        waiting = [node]
        while waiting:
            here = waiting.pop()
            yield here
            below = self._children.get(here)
            if below and (here is node or not isinstance(here, _FUNCTIONS)):
                waiting.extend(reversed(below))


def iterable(loop: Loop) -> ast.expr | None:
    """What a loop goes over; None for `while`."""
    if isinstance(loop, ast.While):
        return None
    return loop.iter if isinstance(loop, (ast.For, ast.AsyncFor)) else loop.generators[0].iter


def targets(loop: Loop) -> list[ast.expr]:
    """What a loop binds anew on each pass."""
    if isinstance(loop, ast.While):
        return []
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        return [loop.target]
    return [generator.target for generator in loop.generators]


def names(node: ast.AST) -> set[str]:
    """All names below a node."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def same(one: ast.AST, other: ast.AST) -> bool:
    """Whether two expressions are written alike."""
    return ast.unparse(one) == ast.unparse(other)


def dotted(node: ast.AST) -> str:
    """`self.model` as a text; empty for anything but names and attributes."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])
