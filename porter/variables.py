"""Whose name a name is: the function that binds it, or the module."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.index import Index
from porter.tree import children, named_parameters, walk

_BINDING = frozenset({cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.For, cst.CompFor})
_SHARING = frozenset({cst.Global, cst.Nonlocal})


class Variables:
    """Looks names up from the inside out, as Python does."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._local: dict[cst.FunctionDef | cst.Lambda, set[str]] = {}
        self._owners: dict[cst.Name, cst.CSTNode] = {}
        self._uses: dict[str, dict[cst.CSTNode, list[cst.Name]]] = {}

    def owner(self, node: cst.Name) -> cst.CSTNode:
        """The innermost function or lambda that binds the name, or the module."""
        if node not in self._owners:
            self._owners[node] = self._owner(node)
        return self._owners[node]

    def uses(self, owner: cst.CSTNode, name: str) -> list[cst.Name]:
        """The names in the file that are this variable, in source order."""
        if name not in self._uses:
            found = self._uses[name] = {}
            for node in self._index.names.get(name, ()):
                found.setdefault(self.owner(node), []).append(node)
        return self._uses[name].get(owner, [])

    def _owner(self, node: cst.Name) -> cst.CSTNode:
        found = self._index.body(node)
        while isinstance(found, (cst.FunctionDef, cst.Lambda)):
            if node.value in self.bound(found):
                return found
            found = self._index.body(found)
        return found

    def bound(self, function: cst.FunctionDef | cst.Lambda) -> set[str]:
        """The names that are a function's own."""
        if function not in self._local:
            found = _parameters(function.params)
            if isinstance(function, cst.Lambda):
                return self._local.setdefault(function, found)
            shared: set[str] = set()
            node: Any
            for node in walk(function.body):
                kind = type(node)
                if kind in _BINDING:
                    found |= _names(node.target)
                elif kind is cst.AsName:
                    found |= {n.value for n in walk(node.name) if isinstance(n, cst.Name)}
                elif kind in _SHARING:
                    shared |= {item.name.value for item in node.names}
            self._local[function] = found - shared
        return self._local[function]


def _names(target: cst.CSTNode) -> set[str]:
    """The names that a target binds: none of `a[i]` and `a.b`."""
    if isinstance(target, cst.Name):
        return {target.value}
    if isinstance(target, (cst.Tuple, cst.List, cst.Element, cst.StarredElement)):
        return set[str]().union(*map(_names, children(target)))
    return set()


def _parameters(params: cst.Parameters) -> set[str]:
    every = [*named_parameters(params)]
    every += [p for p in (params.star_arg, params.star_kwarg) if isinstance(p, cst.Param)]
    return {param.name.value for param in every}
