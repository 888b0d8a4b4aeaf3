"""Every node of a tree at hand: by its type, and with the node that it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import libcst as cst

from porter.tree import FIELDS, Walked, dotted, held, remember

_SCOPES = frozenset({cst.FunctionDef, cst.Lambda, cst.ClassDef, cst.Module})


class Index:
    """One walk over a tree, for all who would else look for their nodes by one of their own."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        self._nodes: dict[type[cst.CSTNode], list[Any]] = {}
        self._scopes: dict[cst.CSTNode, cst.CSTNode] = {}
        order: list[cst.CSTNode] = []
        walked: dict[cst.CSTNode, Walked] = {}
        stack: list[Any] = [module]
        while stack:
            node = stack.pop()
            if type(node) is tuple:  # all below a node have been seen
                parent, start, below = node
                walked[parent] = below, order, start, len(order)
                continue
            self._nodes.setdefault(type(node), []).append(node)
            order.append(node)
            if type(node) not in FIELDS:
                continue
            below = held(node)
            for child in below:
                self.parents[child] = node
            stack.append((node, len(order) - 1, below))
            stack += below[::-1]
        remember(walked)

    def all(self, *kinds: type[cst.CSTNode]) -> list[Any]:
        """The nodes of exactly these types, one type after the other, each in source order."""
        if len(kinds) == 1:
            return [*self._nodes.get(kinds[0], ())]
        return [node for kind in kinds for node in self._nodes.get(kind, ())]

    @cached_property
    def names(self) -> dict[str, list[cst.Name]]:
        """The names by what they say, each in source order."""
        found: dict[str, list[cst.Name]] = {}
        for name in self.all(cst.Name):
            found.setdefault(name.value, []).append(name)
        return found

    @cached_property
    def _names_by_body(self) -> dict[tuple[cst.CSTNode, str], list[cst.Name]]:
        found: dict[tuple[cst.CSTNode, str], list[cst.Name]] = {}
        for name in self.all(cst.Name):
            found.setdefault((self.body(name), name.value), []).append(name)
        return found

    def names_in(self, body: cst.CSTNode, name: str) -> list[cst.Name]:
        """The names that say this in a function, a lambda or the module, without those of
        functions in it, in source order."""
        return self._names_by_body.get((body, name), [])

    @cached_property
    def attributes(self) -> dict[str, list[cst.Attribute]]:
        """The attributes by what stands behind the dot, each in source order."""
        found: dict[str, list[cst.Attribute]] = {}
        for node in self.all(cst.Attribute):
            found.setdefault(node.attr.value, []).append(node)
        return found

    @cached_property
    def assigned(self) -> dict[str, list[cst.Assign]]:
        """The assignments by the names and attributes that they bind as a whole: "self.net"."""
        found: dict[str, list[cst.Assign]] = {}
        for node in self.all(cst.Assign):
            for name in {dotted(target.target) or "" for target in node.targets}:
                found.setdefault(name, []).append(node)
        return found

    @cached_property
    def called(self) -> dict[str, list[cst.Call]]:
        """The calls by the name of what they call, "torch.load", each in source order."""
        found: dict[str, list[cst.Call]] = {}
        for call in self.all(cst.Call):
            if name := dotted(call.func):
                found.setdefault(name, []).append(call)
        return found

    def above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around a node, the innermost first."""
        found = self.parents.get(node)
        while found is not None:
            yield found
            found = self.parents.get(found)

    def behind(self, node: cst.CSTNode) -> set[cst.CSTNode]:
        """The statements that follow a statement in its suite, and in those around."""
        found: set[cst.CSTNode] = set()
        while node in self.parents:
            suite = self.parents[node]
            if isinstance(suite, (cst.IndentedBlock, cst.Module)):
                body: list[cst.CSTNode] = [*suite.body]
                found.update(body[body.index(node) + 1 :])
            node = suite
        return found

    def scope(self, node: cst.CSTNode) -> cst.CSTNode:
        """The innermost function, lambda or class around a node, or the module."""
        asked: list[cst.CSTNode] = []
        found = node
        while found not in self._scopes:
            asked.append(found)
            found = self.parents.get(found, self.module)
            if type(found) in _SCOPES:
                break
        else:
            found = self._scopes[found]
        for one in asked:
            self._scopes[one] = found
        return found

    def body(self, node: cst.CSTNode) -> cst.CSTNode:
        """The innermost function or lambda around a node, or the module."""
        found = self.scope(node)
        while type(found) is cst.ClassDef:
            found = self.scope(found)
        return found

    def function(self, node: cst.CSTNode) -> cst.FunctionDef | None:
        """The innermost function around a node."""
        found = self.body(node)
        while type(found) is cst.Lambda:
            found = self.body(found)
        return found if isinstance(found, cst.FunctionDef) else None

    def in_lambda(self, node: cst.CSTNode) -> bool:
        """Whether a lambda computes it: somebody else calls that, maybe under a tape."""
        functions = (n for n in self.above(node) if isinstance(n, (cst.Lambda, cst.FunctionDef)))
        return isinstance(next(functions, None), cst.Lambda)

    def apart(self, one: cst.CSTNode, other: cst.CSTNode) -> bool:
        """Whether two statements stand in branches of which only one runs."""
        mine, others = {one, *self.above(one)}, {other, *self.above(other)}
        both = (node for node in mine & others if isinstance(node, cst.If))
        return any(
            (node.body in mine and node.orelse in others)
            or (node.orelse in mine and node.body in others)
            for node in both
        )
