"""Tensors that a network or an agent holds and that the program replaces: a schedule's standard
deviation, a temperature that follows its logarithm.

A traced method would keep the first one for good. A variable keeps its place, and its value
changes: `self.std.assign(…)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.assigned_buffers import AssignedBuffers, is_buffer
from porter.changes import Changes
from porter.codegen import code
from porter.counted_buffers import CountedBuffers
from porter.kinds import Kind, Named, Parameter, Tensor
from porter.tree import children, dotted, walk

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts

_MAKING = frozenset(
    f"torch.{name}" for name in "as_tensor empty eye full linspace ones rand tensor zeros".split()
)
_SAME = frozenset("clone contiguous cpu cuda data detach double float to".split())


class StateVariables:
    """The attributes of networks and agents in a file that become variables."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.made: set[cst.CSTNode] = set()  # assignments that make the variable …
        self.replaced: set[cst.CSTNode] = set()  # … and those that give it another value
        self.plain: set[cst.CSTNode] = set()  # assignments in classes that are no networks
        self.names: set[str] = set()
        for info in facts.classes.values():
            tensors = {name for name, kind in info.attributes.items() if _is_state(kind)}
            if not tensors:
                continue
            changes = facts.once(Changes)
            for name in sorted(tensors & (changes.attributes - changes.elsewhere)):
                self._examine(info, name)
        self.replaced |= facts.once(AssignedBuffers).assigned
        self._buffers = facts.once(AssignedBuffers).names | facts.once(CountedBuffers).names

    def keeps(self, node: cst.Attribute) -> bool:
        """Whether an attribute that is read here is such a variable, so a trace sees its value."""
        name = node.attr.value
        return name in self.names or (name in self._buffers and is_buffer(self._facts, node))

    def _examine(self, info: ClassInfo, name: str) -> None:
        how: set[str] = set()
        parents = self._facts.index.parents
        made: set[cst.CSTNode] = set()
        replaced: set[cst.CSTNode] = set()
        readers: set[str | None] = set()
        for node in self._named(name):
            target = parents[node]
            if not isinstance(target, cst.AssignTarget):
                if not self._is_operand(node):
                    return
                readers.add(self._method(node, info))
                continue
            assign = parents[target]
            method = self._method(assign, info)
            assert isinstance(assign, cst.Assign)
            making = self._making(assign) if info.is_module else self._derived(assign)
            if method is None or dotted(node) != f"self.{name}" or not making:
                return
            how |= making
            (made if method == "__init__" else replaced).add(assign)
        if made and replaced and len(how) == 1:  # of one shape, as far as can be told
            writers = {self._method(assign, info) for assign in replaced}
            if not info.is_module and readers <= writers:
                return  # who reads it can be given its value
            self.made |= made
            self.replaced |= replaced
            self.plain |= set() if info.is_module else made
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

    def _derived(self, assign: cst.Assign) -> set[str]:
        """`self.alpha = self.log_alpha.exp()`, written in the same way everywhere."""
        return {code(assign.value)} if self._of_weights(assign.value) else set()

    def _of_weights(self, node: cst.CSTNode) -> bool:
        """Whether an expression computes with weights and constants alone: its shape stays."""
        if isinstance(self._facts.kind(node), Parameter | Named):
            return True
        if isinstance(node, cst.Attribute):
            return self._of_weights(node.value)
        return not isinstance(node, cst.Name) and all(map(self._of_weights, children(node)))

    def _is_operand(self, node: cst.Attribute) -> bool:
        """Whether a use of the attribute computes another tensor: nobody keeps the variable."""
        parents = self._facts.index.parents
        above = parents[node]
        if isinstance(above, cst.BinaryOperation | cst.Comparison):
            return True
        if isinstance(above, cst.Attribute):
            return parents[above] in self._facts.ports and above.attr.value not in _SAME
        return isinstance(above, cst.Arg) and parents[above] in self._facts.ports


def _is_state(kind: Kind) -> bool:
    """A tensor that is no weight."""
    return isinstance(kind, Tensor) and not isinstance(kind, Parameter)
