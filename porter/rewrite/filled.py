"""`rewards[t] = r` of tensors that are arrays in the port, and what a store costs where not."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.kinds import Array, Tensor
from porter.rewrite import lines
from porter.rewrite.copies import Copies
from porter.tree import walk

_OF_DATA = frozenset(
    f"torch.{name}"
    for name in "tensor as_tensor from_numpy FloatTensor DoubleTensor LongTensor".split()
)
_SLOW = "keep a NumPy array in the attribute, and make tensors of what is read"


class Filled(Copies):
    """Stores into arrays."""

    # -- what Statements adds
    def in_graph(self, node: cst.CSTNode) -> bool:
        raise NotImplementedError

    def fill(self, small: Any) -> cst.Assign | cst.AugAssign | None:
        """The statement that gives a part of an array a value, None for any other."""
        if self.buffers is None or self.context.graph:
            return None
        if isinstance(small, cst.Assign):
            parts = any(self.buffers.stores(target.target) for target in small.targets)
            return small if parts else None
        if isinstance(small, cst.AugAssign):
            return small if self.buffers.stores(small.target) else None
        return self.buffers.held.sets(small)

    def filled(self, node: cst.SimpleStatementLine, small: Any) -> list[Any] | None:
        """`rewards[t] = r` stays as it stands, but for a tensor with one number, `[r]`. In
        `advantages[t] = last = r` the name keeps its shape."""
        assert self.buffers is not None
        value, above = self._stored_value(small), list[Any]()
        slots = [t for t in getattr(small, "targets", ()) if self.buffers.slot(t.target)]
        kind = self.facts.kind(value)
        if not slots or not isinstance(kind, Tensor) or kind.rank == 0:
            if value is small.value and small in node.body:
                return None
            targets = [t.with_changes(target=self.inside(t.target)) for t in small.targets]
            new = small.with_changes(targets=targets, value=self.expression(value))
            return [node.with_changes(body=[new])]
        names = [t for t in small.targets if t not in slots]
        new = self.expression(value)
        if names:
            last = names[-1].target
            if not isinstance(last, cst.Name) or any(last.value in _names(t) for t in slots):
                return None
            first = small.with_changes(targets=names, value=new)
            above = [cst.SimpleStatementLine([first], lines.leading(node))]
            node, new = lines.with_leading(node, ()), last
        whose = "np" if self.buffers.array(value) else "tf"
        squeezed = cst.Call(self.spelling.module(whose, "squeeze"), [cst.Arg(new)])
        targets = [t.with_changes(target=self.inside(t.target)) for t in slots]
        stored = small.with_changes(targets=targets, value=squeezed)
        return [*above, node.with_changes(body=[stored])]

    def _stored_value(self, small: Any) -> cst.BaseExpression:
        """a of `self.obs[i] = torch.as_tensor(a)`: NumPy takes the data as they are."""
        value: cst.BaseExpression = small.value
        if len(getattr(small, "targets", ())) != 1 or self.facts.api(value) not in _OF_DATA:
            return value
        target, kind = small.targets[0].target, self.facts.kind(value)
        data = value.args[0].value if isinstance(value, cst.Call) and value.args else None
        stored = self.facts.kind(target.value)
        if not (isinstance(data, cst.BaseExpression) and isinstance(self.facts.kind(data), Array)):
            return value
        if not (isinstance(stored, Tensor) and isinstance(kind, Tensor)):
            return value
        if kind.dtype not in (None, stored.dtype):
            return value
        self.count.seen.append(value)
        return data

    def tell_copy(self, node: cst.CSTNode, root: Any) -> None:
        """The note for a store into an attribute that copies all of it."""
        why = self.buffers.held.why.get(root) if self.buffers is not None else None
        if why is not None:
            message = (
                f"each store copies all of {code(root)}, where torch writes a part of it: {why}"
            )
            self.note(node, "N403", message, _SLOW)


def _names(node: cst.CSTNode) -> set[str]:
    return {n.value for n in walk(node) if isinstance(n, cst.Name)}
