"""The names that a computed one may be: `setattr(agent, key, value)` in a loop over the keys of a
table that is written down changes the attributes of these names, and no other.

    CAMERA = {"distance": 3.0, "elevation": -20.0}

    for key, value in CAMERA.items():
        setattr(viewer, key, value)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce

from porter.ast_names import last, nodes
from porter.source import syntax_tree

Names = frozenset[str]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)
_SEQUENCES = (ast.Tuple, ast.List, ast.Set)
_READING = frozenset({"items", "keys", "values", "get", "copy", "index", "count"})
_COPIES = frozenset({"sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "dict"})
_ONLY_READ = _COPIES | {"len", "print", "enumerate", "zip", "any", "all", "max", "min", "str"}
_MOST = 64  # names that are put together


class ComputedNames:
    """Those of one file. A name that may be anything is None."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._bound: dict[int, dict[str, list[ast.AST]]] = {}
        self.tables: set[str] = set()  # of the module, which other files may change

    def of(self, node: ast.expr | None, function: ast.AST | None) -> Names | None:
        """The texts that an expression in a function, or in the module, may be."""
        if isinstance(node, ast.Constant):
            return frozenset({node.value}) if isinstance(node.value, str) else None
        if isinstance(node, ast.IfExp):
            return _either(self.of(node.body, function), self.of(node.orelse, function))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return _joined([self.of(node.left, function), self.of(node.right, function)])
        if isinstance(node, ast.JoinedStr):
            return _joined([self._piece(one, function) for one in node.values])
        if isinstance(node, ast.Name):
            return self._of_name(node.id, function)
        return None

    def _piece(self, node: ast.expr, function: ast.AST | None) -> Names | None:
        if isinstance(node, ast.FormattedValue):
            plain = node.conversion == -1 and node.format_spec is None
            return self.of(node.value, function) if plain else None
        return self.of(node, function)

    def _of_name(self, name: str, function: ast.AST | None) -> Names | None:
        """A name that only loops over such texts bind, or such texts themselves."""
        found: Names | None = frozenset()
        binders = self._binders(function).get(name, [])
        for node in binders:
            if isinstance(node, _LOOPS):
                texts = self._in_loop(node.target, node.iter, name, function)
            elif isinstance(node, ast.Assign) and _binds_alone(node, name):
                texts = self.of(node.value, None) if _is_text(node.value) else None
            else:
                texts = None
            found = _either(found, texts)
        return found if binders else None

    def _in_loop(
        self, target: ast.expr, items: ast.expr, name: str, function: ast.AST | None
    ) -> Names | None:
        """What a loop binds a name to."""
        if isinstance(target, ast.Name):
            return self._items(items, None, function) if target.id == name else None
        if isinstance(target, (ast.Tuple, ast.List)):
            for at, part in enumerate(target.elts):
                if isinstance(part, ast.Starred):
                    return None
                if isinstance(part, ast.Name) and part.id == name:
                    once = sum(n.id == name for n in nodes(target) if isinstance(n, ast.Name)) == 1
                    return self._items(items, at, function) if once else None
        return None

    def _items(self, node: ast.expr, at: int | None, function: ast.AST | None) -> Names | None:
        """The texts that a loop over something goes through, or that stand at a place in each of
        its items."""
        if isinstance(node, ast.Name):
            table = self._table(node.id, function)
            return self._items(table, at, None) if table is not None else None
        if isinstance(node, _SEQUENCES):
            return _all([self._item(one, at) for one in node.elts])
        if isinstance(node, ast.Dict) and at is None:
            return _all([self.of(key, None) for key in node.keys])
        if isinstance(node, ast.Call):
            return self._call(node, at, function)
        return None

    def _item(self, node: ast.expr, at: int | None) -> Names | None:
        if at is None:
            return self.of(node, None) if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Tuple) and len(node.elts) > at:  # nobody changes its items
            plain = not any(isinstance(one, ast.Starred) for one in node.elts)
            return self._item(node.elts[at], None) if plain else None
        return None

    def _call(self, node: ast.Call, at: int | None, function: ast.AST | None) -> Names | None:
        name, args = last(node.func), node.args
        if isinstance(node.func, ast.Attribute):
            table = node.func.value
            if name == "split" and isinstance(table, ast.Constant) and not (args or node.keywords):
                words = table.value.split() if isinstance(table.value, str) and at is None else None
                return frozenset(words) if words else None
            if args or node.keywords:
                return None
            if name == "keys" and at is None:
                return self._keys(table, function)
            return self._keys(table, function) if name == "items" and at == 0 else None
        if not isinstance(node.func, ast.Name) or self._binders(None).get(name):
            return None
        if name == "dict" and at is None and not args:
            return self._keys(node, function)
        if name == "zip" and at is not None and len(args) > at and not node.keywords:
            plain = not any(isinstance(one, ast.Starred) for one in args)
            return self._items(args[at], None, function) if plain else None
        if name == "enumerate" and at == 1 and args:
            return self._items(args[0], None, function)
        if name in _COPIES and len(args) == 1:
            return self._items(args[0], at, function)
        return None

    def _keys(self, node: ast.expr, function: ast.AST | None) -> Names | None:
        """Those of a dict."""
        if isinstance(node, ast.Name):
            table = self._table(node.id, function)
            return self._keys(table, None) if table is not None else None
        if isinstance(node, ast.Dict):
            return _all([self.of(key, None) for key in node.keys])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args:
            names = [keyword.arg for keyword in node.keywords]
            if node.func.id == "dict" and not self._binders(None).get("dict"):
                return None if None in names else frozenset(filter(None, names))
        return None

    def _table(self, name: str, function: ast.AST | None) -> ast.expr | None:
        """What the only line that binds a name gives it, if the file only reads it."""
        binders = self._every.get(name, [])
        line = binders[0] if len(binders) == 1 else None
        if not isinstance(line, ast.Assign) or not _binds_alone(line, name):
            return None
        of_module = line in self._tree.body
        if not of_module and line not in self._binders(function).get(name, []):
            return None
        if not isinstance(line.value, ast.Tuple) and not self._is_only_read(name):
            return None
        if of_module:
            if self._reached is None or name in self._reached:
                return None
            self.tables.add(name)
        return line.value

    @cached_property
    def _every(self) -> dict[str, list[ast.AST]]:
        return _binders_in(self._tree)

    def _binders(self, function: ast.AST | None) -> dict[str, list[ast.AST]]:
        """What binds each name of a function. In the module, functions may do so, too."""
        if function is None:
            return self._every
        if id(function) not in self._bound:
            self._bound[id(function)] = _binders_in(function)
        return self._bound[id(function)]

    def _is_only_read(self, name: str) -> bool:
        return self._read.get(name, 0) == self._used.get(name, 0)

    @cached_property
    def _reached(self) -> Names | None:
        return _reached(self._tree)

    @cached_property
    def _used(self) -> dict[str, int]:
        """How often each name is read."""
        return _counts(
            n.id
            for n in nodes(self._tree)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
        )

    @cached_property
    def _read(self) -> dict[str, int]:
        """How often each name is read where that changes nothing, and gives it to nobody."""
        return _counts(one.id for node in nodes(self._tree) for one in _reads(node))


def _reads(node: ast.AST) -> Iterator[ast.Name]:
    if isinstance(node, ast.Call):
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _READING:
            found: list[ast.AST | None] = [func.value]
        elif isinstance(func, ast.Name) and func.id in _ONLY_READ:
            found = [*node.args]
        else:
            found = [keyword.value for keyword in node.keywords if keyword.arg is None]
    elif isinstance(node, ast.Subscript):
        found = [node.value] if isinstance(node.ctx, ast.Load) else []
    elif isinstance(node, ast.Compare):
        found = [node.left, *node.comparators]
    elif isinstance(node, _LOOPS):
        found = [node.iter]
    else:
        found = []
    for one in found:
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
            yield one


def _binders_in(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """What binds each name, in whatever scope."""
    found: dict[str, list[ast.AST]] = {}
    for node in nodes(tree):
        names = _bound(node)
        for name in names:
            found.setdefault(name, []).append(node)
    return found


def _bound(node: ast.AST) -> set[str]:
    if isinstance(node, _LOOPS):
        return _stored(node.target)
    if isinstance(node, ast.Assign):
        return set[str]().union(*map(_stored, node.targets))
    if isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
        return _stored(node.target)
    if isinstance(node, ast.withitem):
        return _stored(node.optional_vars) if node.optional_vars is not None else set()
    if isinstance(node, ast.Delete):
        return {n.id for target in node.targets for n in nodes(target) if isinstance(n, ast.Name)}
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return {*node.names}
    if isinstance(node, ast.arg):
        return {node.arg}
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(one.asname or one.name).partition(".")[0] for one in node.names}
    names = (getattr(node, part, None) for part in ("name", "rest"))  # except, match
    return {name for name in names if isinstance(name, str)}


def _stored(target: ast.AST) -> set[str]:
    return {
        n.id for n in nodes(target) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
    }


def _binds_alone(line: ast.Assign, name: str) -> bool:
    first = line.targets[0]
    return len(line.targets) == 1 and isinstance(first, ast.Name) and first.id == name


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _counts(names: Iterator[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def _either(one: Names | None, other: Names | None) -> Names | None:
    return None if one is None or other is None else one | other


def _all(every: list[Names | None]) -> Names | None:
    start: Names | None = frozenset()
    return reduce(_either, every, start)


def _joined(pieces: list[Names | None]) -> Names | None:
    found: Names = frozenset({""})
    for piece in pieces:
        if piece is None or len(found) * len(piece) > _MOST:
            return None
        found = frozenset(start + end for start in found for end in piece)
    return found


def given_from_elsewhere(
    tables: Sequence[Mapping[str, set[str]]], texts: Sequence[str]
) -> list[set[str]]:
    """What the tables of each file are for, where the text of another file may change them."""
    found: list[set[str]] = []
    for place, own in enumerate(tables):
        others = [_reached_by(t) for i, t in enumerate(texts) if i != place] if own else []
        reached = {name for name in own for names in others if names is None or name in names}
        found.append(set[str]().union(*(own[name] for name in reached)))
    return found


@lru_cache(maxsize=512)
def _reached_by(text: str) -> Names | None:
    """The names by which a file may reach what other modules hold; None if that may be any."""
    try:
        return _reached(syntax_tree(text))
    except (SyntaxError, ValueError):
        return frozenset()


def _reached(tree: ast.Module) -> Names | None:
    every = [*nodes(tree)]
    aliases = {one.name for n in every if isinstance(n, ast.ImportFrom) for one in n.names}
    attributes = {n.attr for n in every if isinstance(n, ast.Attribute)}
    texts = {n.value for n in every if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return None if "*" in aliases else frozenset(aliases | attributes | texts)
