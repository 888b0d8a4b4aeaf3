"""Loops of Python's over the rows of tensors: `q = r[i] + gamma * q`, `targets.append(q.item())`.

Such a loop needs values on the host at every turn. In eager mode each of its operations is a call
of TensorFlow; on NumPy's rows it is as fast as Python, and counts the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.analysis.liveness import liveness, upward_exposed
from porter.kinds import Parameter, Tensor
from porter.plan.effects import effects
from porter.plan.model import Plan
from porter.plan.together import index_of
from porter.promotion import is_float
from porter.tree import walk

if TYPE_CHECKING:
    from porter.plan.buffers import Buffers

_OTHERS = (
    cst.FunctionDef, cst.ClassDef, cst.Lambda, cst.For, cst.While, cst.With, cst.Try,
    cst.AugAssign, cst.AnnAssign, cst.NamedExpr, cst.ListComp, cst.GeneratorExp, cst.Return,
)  # fmt: skip


class RowValues:
    """Finds them for `Buffers`, which knows what NumPy computes as torch does."""

    def __init__(self, buffers: Buffers, plan: Plan) -> None:
        self.buffers = buffers
        self.facts = buffers.facts
        self.graph = {n for body in plan.bodies for s in body.graph for n in walk(s)}
        self.held = {n for update in plan.updates() for s in update.slice for n in walk(s)}
        items = (node for node, api in self.facts.apis.items() if api.name == "Tensor.item")
        self.around_items = {above for node in items for above in self.facts.index.above(node)}

    def found(self) -> dict[cst.CSTNode, tuple[str, ...]]:
        """The loops, with the names that have to be arrays before them."""
        loops = [loop for loop in self.facts.index.all(cst.For) if self._asks(loop)]
        arrays = {loop: self.arrays(loop) for loop in loops}
        return {loop: names for loop, names in arrays.items() if names}

    def _asks(self, loop: cst.For) -> bool:
        """Whether the loop wants a value at each turn, and runs on the host."""
        if loop in self.graph or loop in self.held or loop.orelse is not None:
            return False
        return loop.body in self.around_items

    def arrays(self, loop: cst.For) -> tuple[str, ...]:
        """The names that have to be arrays before the loop; none where it stays as it is. The
        names in the loop are rows of `buffers` then."""
        names = self._tensors(loop)
        before = self.buffers.rows
        self.buffers.rows = before | {node for nodes in names.values() for node in nodes}
        found = self._made_before(loop, names) if names and self._fits(loop, names) else ()
        if not found:
            self.buffers.rows = before
        return found

    def _tensors(self, loop: cst.For) -> dict[str, list[cst.Name]]:
        """The tensors of the loop by their names; none where it does more than compute on rows."""
        inside = list(walk(loop.body))
        if any(isinstance(node, _OTHERS) for node in inside):
            return {}
        names = [node for node in inside if isinstance(node, cst.Name)]
        found = {n.value: list[cst.Name]() for n in names if self._is_tensor(n)}
        for node in (n for n in names if n.value in found):
            if not self._is_tensor(node):
                return {}
            found[node.value].append(node)
        return found

    def _is_tensor(self, node: cst.Name) -> bool:
        kind = self.facts.kind(node)
        return isinstance(kind, Tensor) and not isinstance(kind, Parameter) and is_float(kind.dtype)

    def _fits(self, loop: cst.For, names: dict[str, list[cst.Name]]) -> bool:
        """Whether the lines compute with arrays what they do with tensors."""
        written = effects(loop.body).writes
        for name, nodes in names.items():
            if name not in written and not all(map(self._is_row, nodes)):
                return False
        for node in walk(loop.body):
            if isinstance(node, cst.Assign) and effects(node).writes & names.keys():
                if not self.buffers.array(node.value):
                    return False
            if self.buffers.as_tensor(node):
                return False
        return True

    def _is_row(self, node: cst.Name) -> bool:
        above = self.facts.index.parents[node]
        return isinstance(above, cst.Subscript) and above.value is node

    def _made_before(self, loop: cst.For, names: dict[str, list[cst.Name]]) -> tuple[str, ...]:
        """Those that come from outside, if each is a tensor made in the same suite and nothing
        but a graph asks for it behind the loop."""
        owner = self.facts.index.function(loop)
        suite = self.facts.index.parents[loop]
        if owner is None or not isinstance(suite, cst.IndentedBlock):
            return ()
        above = suite.body[: index_of(suite.body, loop)]
        after = liveness(owner).after(loop)
        written = effects(loop.body).writes
        if after & written & names.keys():
            return ()
        given = [name for name in names if name in upward_exposed([loop])]
        earlier = {n for s in above for n in walk(s)} | set(walk(loop))
        for name in given:
            bound = next((s for s in reversed(above) if name in effects(s).writes), None)
            if bound is None or not self._binds_tensor(bound, name):
                return ()
            later = self._later(owner, name, earlier)
            if name not in written and any(node not in self.graph for node in later):
                return ()
        return tuple(given)

    def _binds_tensor(self, statement: cst.CSTNode, name: str) -> bool:
        assigns = (node for node in walk(statement) if isinstance(node, cst.Assign))
        targets = (target.target for assign in assigns for target in assign.targets)
        places = [n for target in targets for n in walk(target) if isinstance(n, cst.Name)]
        named = [n for n in places if n.value == name]
        return name in effects(statement).kills and bool(named) and all(map(self._is_tensor, named))

    def _later(
        self, owner: cst.FunctionDef, name: str, earlier: set[cst.CSTNode]
    ) -> Iterator[cst.CSTNode]:
        uses = (n for n in walk(owner.body) if isinstance(n, cst.Name) and n.value == name)
        return (node for node in uses if node not in earlier)
