"""Tensors that a network holds and that the program replaces: a schedule's standard deviation.

A traced method would keep the first one for good. A variable keeps its place, and its value
changes: `self.std.assign(…)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Parameter, Tensor
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts

_MAKING = frozenset(
    f"torch.{name}" for name in "as_tensor empty eye full linspace ones rand tensor zeros".split()
)
_SAME = frozenset("clone contiguous cpu cuda data detach double float to".split())


class StateVariables:
    """The attributes of networks in a file that become variables."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.made: set[cst.CSTNode] = set()  # assignments that make the variable …
        self.replaced: set[cst.CSTNode] = set()  # … and those that give it another value
        self.names: set[str] = set()
        networks = [info for info in facts.classes.values() if info.is_module]
        changing = facts.changes.attributes if networks else frozenset()
        for info in networks:
            for name in info.attributes.keys() & changing:
                self._examine(info, name)

    def _examine(self, info: ClassInfo, name: str) -> None:
        kind = info.attributes[name]
        if not isinstance(kind, Tensor) or isinstance(kind, Parameter):
            return
        how: set[str] = set()
        parents = self._facts.index.parents
        made: set[cst.CSTNode] = set()
        replaced: set[cst.CSTNode] = set()
        for node in self._named(name):
            target = parents[node]
            if not isinstance(target, cst.AssignTarget):
                if not self._is_operand(node):
                    return
                continue
            assign = parents[target]
            method = self._method(assign, info)
            assert isinstance(assign, cst.Assign)
            making = self._making(assign)
            if method is None or dotted(node) != f"self.{name}" or not making:
                return
            how |= making
            (made if method == "__init__" else replaced).add(assign)
        if made and replaced and len(how) == 1:  # of one shape, as far as can be told
            self.made |= made
            self.replaced |= replaced
            self.names.add(name)

    def _named(self, name: str) -> Iterator[cst.Attribute]:
        attributes = self._facts.index.all(cst.Attribute)
        return (node for node in attributes if node.attr.value == name)

    def _method(self, node: cst.CSTNode, info: ClassInfo) -> str | None:
        """The method of the class that a statement stands in."""
        for name, method in info.methods.items():
            if any(above is method.node for above in self._facts.index.above(node)):
                return name
        return None

    def _making(self, assign: cst.Assign) -> set[str]:
        """`self.x = torch.full((n,), value)`: what makes a tensor, of no other one."""
        if len(assign.targets) != 1 or not isinstance(self._facts.kind(assign.value), Tensor):
            return set()
        named = (n for n in walk(assign.value) if isinstance(n, cst.Name | cst.Attribute))
        others = [n for n in named if isinstance(self._facts.kind(n), Tensor)]
        if not all(self._facts.api(n) for n in others):
            return set()
        return {self._facts.api(n) for n in walk(assign.value)} & _MAKING

    def _is_operand(self, node: cst.Attribute) -> bool:
        """Whether a use of the attribute computes another tensor: nobody keeps the variable."""
        parents = self._facts.index.parents
        above = parents[node]
        if isinstance(above, cst.BinaryOperation | cst.Comparison):
            return True
        if isinstance(above, cst.Attribute):
            return parents[above] in self._facts.ports and above.attr.value not in _SAME
        return isinstance(above, cst.Arg) and parents[above] in self._facts.ports
