"""Slices that leave an axis behind the first one open in a trace, where its size is read.

    mb = rows[start : start + 2]
    loss = net(x, state[:, mb])     # and net reads state.shape[1]

In a trace `start` is a tensor, and `state.shape[1]` None. So the host slices: there is a trace for
each length.
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Array, Number, Tensor
from porter.plan.length_reads import run
from porter.tree import walk, walk_statements

_WHY = "a size is read that a slice leaves open"


class OpenAxes:
    """Answers for one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._slicing: dict[cst.CSTNode, frozenset[cst.CSTNode]] = {}  # by function, or module
        self._any = any(map(self._later_axis, facts.index.all(cst.Subscript)))

    def why(self, statement: cst.CSTNode) -> str | None:
        """Why a statement has to stay with the host; None where nothing speaks against a trace."""
        if not self._any or not isinstance(statement, cst.SimpleStatementLine):
            return None
        index = self.facts.index
        if statement not in index.parents:
            return None
        owner = index.function(statement) or index.module
        if owner not in self._slicing:
            self._slicing[owner] = self._of(owner)
        return _WHY if statement in self._slicing[owner] else None

    def _of(self, owner: cst.CSTNode) -> frozenset[cst.CSTNode]:
        """The lines of a function that slice by numbers, if it matters."""
        lines = [n for n in walk_statements(owner) if isinstance(n, cst.SimpleStatementLine)]
        picks = (self._later_axis(node) for line in lines for node in walk(line))
        called = (found for line in lines for found in run(self.facts, line))
        if not any(picks) or not any(_is_later_size(*found) for found in called):
            return frozenset()
        return frozenset(line for line in lines if any(map(self._slices, walk(line))))

    def _later_axis(self, node: cst.CSTNode) -> bool:
        """`state[:, mb]`"""
        if not isinstance(node, cst.Subscript) or len(node.slice) < 2:
            return False
        later = (element.slice for element in node.slice[1:])
        given = (one.value for one in later if isinstance(one, cst.Index))
        kinds = map(self.facts.kind, given)
        return any(isinstance(kind, (Tensor, Array)) and kind.rank != 0 for kind in kinds)

    def _slices(self, node: cst.CSTNode) -> bool:
        """`rows[start : start + 2]`"""
        if not isinstance(node, cst.Subscript) or not isinstance(node.slice[0].slice, cst.Slice):
            return False
        bounds = (node.slice[0].slice.lower, node.slice[0].slice.upper)
        names = (n for one in bounds if one is not None for n in walk(one))
        return any(
            isinstance(name, cst.Name) and isinstance(self.facts.kind(name), Number)
            for name in names
        )


def _is_later_size(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it reads `x.shape[1]`, `x.size(1)`, `b, n = x.shape`."""
    parents = facts.index.parents
    if not isinstance(node, cst.Attribute) or node.attr.value not in ("shape", "size"):
        return False
    above = parents.get(node)
    index: cst.CSTNode | None = None
    if isinstance(above, cst.Subscript) and isinstance(above.slice[0].slice, cst.Index):
        index = above.slice[0].slice.value
    elif isinstance(above, cst.Call) and len(above.args) == 1:
        index = above.args[0].value
    return not (isinstance(index, cst.Integer) and index.value == "0")
