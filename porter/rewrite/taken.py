"""The names that a program has for itself: nothing that porter adds may be called like that."""

from __future__ import annotations

import builtins
import importlib
import keyword
from collections.abc import Iterator
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.index import Index
from porter.infer.names import is_torch
from porter.kinds import Dtype, Named
from porter.rewrite.unused import of_torch
from porter.tree import bound_name, dotted, imported_names

# super() without arguments finds its class by the name alone.
_BUILTINS = frozenset(dir(builtins)) - {"super"}
# What `import *` brings in of these is known.
_PLAIN = frozenset(
    "abc collections copy dataclasses enum functools itertools math operator os random statistics"
    " time typing".split()
)


class Taken:
    """What a file binds or reads, and what its names hide."""

    def __init__(self, facts: Facts) -> None:
        self._index, self._module_names = facts.index, {*facts.names}
        stars = {name for name, kind in facts.names.items() if _of_torch(kind)}
        self.torchs = torchs = stars | torch_names(self._index)
        bound = bound_names(self._index)
        read = {node.value for node in self._index.all(cst.Name)} - _BUILTINS
        modules = {dotted(node.module) or "" if node.module else "" for node in facts.unread}
        self.unseen = not modules <= _PLAIN  # a module that porter can't read may bind any name
        for module in modules & _PLAIN:
            self._module_names |= {*vars(importlib.import_module(module))}
        self.rebound = bound_names(self._index, imports=False)  # also as something else than that
        # A name that nothing in sight binds comes from `import *`, globals() or another file.
        self.own = bound | ((read | self._module_names) - torchs) | facts.beside()
        self.names = self.own | torchs

    @property
    def hidden(self) -> frozenset[str]:
        """Python's own names that mean something else in the module."""
        shared = (item.name.value for node in self._index.all(cst.Global) for item in node.names)
        found = _BUILTINS if self.unseen else _BUILTINS & {*self._module_names, *shared}
        return found.difference(keyword.kwlist)  # nothing hides True

    @property
    def shadowed(self) -> frozenset[str]:
        """The same of names that mean something else anywhere in it."""
        bound = _BUILTINS & bound_names(self._index, methods=False)
        return self.hidden | bound.difference(keyword.kwlist)


def _of_torch(kind: Any) -> bool:
    return isinstance(kind, Dtype) or (isinstance(kind, Named) and is_torch(kind.name))


def bound_names(index: Index, imports: bool = True, methods: bool = True) -> set[str]:
    """Every name that the file binds anywhere, but for what it imports from torch."""
    found = {node.name.value for node in index.all(cst.Param, cst.ClassDef)}
    for node in index.all(cst.FunctionDef):
        suite = index.parents[node]
        if methods or not isinstance(index.parents.get(suite), cst.ClassDef):
            found.add(node.name.value)
    for kind, field in _BINDING.items():
        for node in index.all(kind):
            found.update(_named(getattr(node, field)))
    for node in index.all(cst.MatchCase):
        found.update(_captured(node.pattern))
    for node in index.all(cst.Import, cst.ImportFrom) if imports else ():
        torchs = of_torch(node)
        found.update(name for name in imported_names(node) if name not in map(bound_name, torchs))
    return found


def _named(target: cst.CSTNode) -> Iterator[str]:
    """The names that a target binds: none of `os.environ["A"]`."""
    if isinstance(target, cst.Name):
        yield target.value
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from _named(element.value)


def _captured(pattern: cst.CSTNode) -> Iterator[str]:
    """The names in the pattern of a `case`."""
    if isinstance(pattern, cst.Name):
        yield pattern.value
    for child in pattern.children:
        yield from _captured(child)


def torch_names(index: Index) -> set[str]:
    """Every name that an import of torch binds."""
    imports = index.all(cst.Import, cst.ImportFrom)
    return {bound_name(alias) for node in imports for alias in of_torch(node)}


_BINDING: dict[type[cst.CSTNode], str] = {
    cst.AssignTarget: "target",
    cst.AugAssign: "target",
    cst.AnnAssign: "target",
    cst.For: "target",
    cst.CompFor: "target",
    cst.NamedExpr: "target",
    cst.AsName: "name",
}
