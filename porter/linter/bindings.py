"""Where names get their values: all places that bind a name, scope by scope."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum

from porter.linter.tree import AnyFunction, Comprehension, Function, Scope, Tree

_PLACES = (ast.For, ast.AsyncFor, ast.While, Comprehension, Function)


class How(Enum):
    """What a binding does with its expression."""

    VALUE = "value"  # name = expression
    ITEM = "item"  # for name in expression
    PART = "part"  # name, other = expression
    CHANGED = "changed"  # name += expression
    APPENDED = "appended"  # name.append(expression)
    PARAMETER = "parameter"
    DEFINITION = "definition"  # def or class
    OTHER = "other"  # an import, an exception, a pattern


@dataclass(frozen=True)
class Binding:
    """One place that binds a name. `source` is the expression, the parameter or the definition."""

    how: How
    source: ast.AST
    index: int = 0  # of the part


class Found(list[Binding]):
    """All bindings of a name, which has one such list: the list stands for the name."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


_NOWHERE = Found()


class Bindings:
    """The bindings of all names, and of the attributes of `self` in each class."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._names: dict[tuple[ast.AST, str], Found] = {}
        self._attributes: dict[tuple[ast.ClassDef, str], Found] = {}
        self._merged: dict[tuple[ast.ClassDef, str], Found] = {}
        self._outer: dict[tuple[ast.AST, str], ast.AST] = {}
        self._places: dict[ast.AST | None, set[Found]] | None = None
        self._comprehended: set[str] = set()  # names that some comprehension binds
        for said in tree.of(ast.Global):
            self._outer |= {(tree.scope(said), name): tree.module for name in said.names}
        for inner in tree.of(ast.Nonlocal):
            scope = tree.scope(inner)
            self._outer |= {(scope, name): tree.scope(scope) for name in inner.names}
        self._collect()

    def of_name(self, node: ast.Name) -> Found:
        """The bindings that a use of a name can see; empty where there are none in this file."""
        scope: Scope | ast.AST = self._tree.scope(node)
        for above, _ in self._tree.ancestors(node) if node.id in self._comprehended else ():
            if isinstance(above, Comprehension) and (found := self._names.get((above, node.id))):
                return found
        first = True
        while True:
            # A class body is seen by what stands in it directly, not by its methods.
            if first or not isinstance(scope, ast.ClassDef):
                if found := self._names.get((scope, node.id)):
                    return found
            if isinstance(scope, ast.Module):
                return _NOWHERE
            first, scope = False, self._tree.scope(scope)

    def is_bound_in(self, place: ast.AST | None, node: ast.Name) -> bool:
        """Whether a loop or a function gives the name that is used here one of its values."""
        if self._places is None:
            self._places = {}
            for found in self._names.values():
                for binding in found:
                    for above, _ in self._tree.ancestors(binding.source):
                        if isinstance(above, _PLACES):
                            self._places.setdefault(above, set()).add(found)
        return self.of_name(node) in self._places.get(place, ())

    def of_attribute(self, owner: ast.ClassDef, name: str) -> Found:
        """The bindings of `self.name` in the methods of a class, and of `name` in its body."""
        key = owner, name
        if key not in self._merged:
            self._merged[key] = Found((*self._attributes.get(key, ()), *self._names.get(key, ())))
        return self._merged[key]

    def _collect(self) -> None:
        tree = self._tree
        for assign in tree.of(ast.Assign):
            for target in assign.targets:
                self._bind(target, How.VALUE, assign.value)
        for annotated in tree.of(ast.AnnAssign):
            if annotated.value is not None:
                self._bind(annotated.target, How.VALUE, annotated.value)
        for changed in tree.of(ast.AugAssign):
            self._bind(changed.target, How.CHANGED, changed.value)
        for walrus in tree.of(ast.NamedExpr):
            self._bind(walrus.target, How.VALUE, walrus.value)
        loops: list[ast.For | ast.AsyncFor] = [*tree.of(ast.For), *tree.of(ast.AsyncFor)]
        for loop in loops:
            self._bind(loop.target, How.ITEM, loop.iter)
        for item in tree.of(ast.withitem):
            if item.optional_vars is not None:
                self._bind(item.optional_vars, How.VALUE, item.context_expr)
        for comprehension in tree.of(ast.comprehension):
            self._bind(comprehension.target, How.ITEM, comprehension.iter)
        for made in (*tree.functions(), *tree.of(ast.ClassDef)):
            self._add(tree.scope(made), made.name, Binding(How.DEFINITION, made))
        for function in (*tree.functions(), *tree.of(ast.Lambda)):
            for index, argument in enumerate(parameters(function)):
                self._add(function, argument.arg, Binding(How.PARAMETER, argument, index))
            for rest in (function.args.vararg, function.args.kwarg):
                if rest is not None:
                    self._add(function, rest.arg, Binding(How.OTHER, rest))
        imports: list[ast.Import | ast.ImportFrom] = [
            *tree.of(ast.Import),
            *tree.of(ast.ImportFrom),
        ]
        for imported in imports:
            for alias in imported.names:
                name = alias.asname or alias.name.partition(".")[0]
                self._add(tree.scope(imported), name, Binding(How.OTHER, imported))
        for call in tree.of(ast.Call):
            called = call.func
            if isinstance(called, ast.Attribute) and called.attr == "append" and call.args:
                self._appended(called.value, call.args[0])
        for handler in tree.of(ast.ExceptHandler):
            if handler.name:
                self._add(tree.scope(handler), handler.name, Binding(How.OTHER, handler))

    def _bind(self, target: ast.expr, how: How, source: ast.expr, index: int = 0) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = source.elts if isinstance(source, (ast.Tuple, ast.List)) else []
            plain = how is How.VALUE and len(parts) == len(target.elts)
            for number, part in enumerate(target.elts):
                if plain:
                    self._bind(part, How.VALUE, parts[number])
                elif isinstance(part, ast.Name) and how is How.VALUE:
                    self._named(part, Binding(How.PART, source, number))
                else:
                    self._bind(part, How.OTHER, source)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, How.OTHER, source)
        elif isinstance(target, ast.Name):
            self._named(target, Binding(how, source, index))
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            owner = self._tree.owner(target)
            if owner is not None and target.value.id == "self":
                self._attributes.setdefault((owner, target.attr), Found()).append(
                    Binding(how, source, index)
                )

    def _appended(self, to: ast.expr, item: ast.expr) -> None:
        """`name.append(item)` says what a list holds, where it is a list that is bound here."""
        if isinstance(to, ast.Name):
            if (self._tree.scope(to), to.id) in self._names:
                self._named(to, Binding(How.APPENDED, item))
        elif isinstance(to, ast.Attribute) and isinstance(to.value, ast.Name):
            owner = self._tree.owner(to)
            if owner is not None and to.value.id == "self":
                key = owner, to.attr
                self._attributes.setdefault(key, Found()).append(Binding(How.APPENDED, item))

    def _named(self, target: ast.Name, binding: Binding) -> None:
        parent = self._tree.parent(target)
        while isinstance(parent, (ast.Tuple, ast.List, ast.Starred)):
            parent = self._tree.parent(parent)
        if isinstance(parent, ast.comprehension):
            around = self._tree.parent(parent)
            if around is not None:
                self._comprehended.add(target.id)
                self._add(around, target.id, binding)
            return
        scope: ast.AST = self._tree.scope(target)
        self._add(self._outer.get((scope, target.id), scope), target.id, binding)

    def _add(self, scope: ast.AST, name: str, binding: Binding) -> None:
        self._names.setdefault((scope, name), Found()).append(binding)


def parameters(function: AnyFunction | ast.Lambda) -> list[ast.arg]:
    """The parameters that have a place, and behind them those that are named only."""
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def argument_of(call: ast.Call, function: AnyFunction | ast.Lambda, index: int) -> ast.expr | None:
    """What a call passes for a parameter; None where that can't be told, or it is the default."""
    names = [argument.arg for argument in parameters(function)]
    for keyword in call.keywords:
        if keyword.arg == names[index]:
            return keyword.value
    offset = 1 if names[:1] in (["self"], ["cls"]) else 0
    place = index - offset
    before = call.args[: place + 1]
    if place < 0 or len(before) <= place or any(isinstance(a, ast.Starred) for a in before):
        return None
    in_place = len(function.args.posonlyargs) + len(function.args.args)
    return before[place] if index < in_place else None


def default_of(parameter: ast.arg, tree: Tree) -> ast.expr | None:
    """The default of a parameter."""
    function = tree.function_of(parameter)
    if function is None:
        return None
    given = function.args
    places = [*given.posonlyargs, *given.args]
    pairs = [
        *zip(reversed(places), reversed(given.defaults)),
        *zip(given.kwonlyargs, given.kw_defaults),
    ]
    return next((default for name, default in pairs if name is parameter), None)
