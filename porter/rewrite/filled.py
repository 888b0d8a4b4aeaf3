"""`rewards[t] = r` of tensors that are arrays in the port, and what a store costs where not."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.kinds import Array, Kind, Number, Tensor, Union, Unknown
from porter.rewrite import lines
from porter.rewrite.copies import Copies
from porter.tree import walk

_OF_DATA = frozenset(
    f"torch.{name}"
    for name in "tensor as_tensor from_numpy FloatTensor DoubleTensor LongTensor".split()
)
_AS_IT_IS = ("torch.tensor", "torch.as_tensor", "torch.from_numpy")
_MOVES = ("Tensor.to", "Tensor.cpu", "Tensor.cuda", "Tensor.detach")
_RESHAPES = ("Tensor.view", "Tensor.reshape")
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
        value, above = small.value, list[Any]()
        if (data := self._data_stored(small)) is not None:
            return [self._with_data(node, small, *data)]
        slots = [t for t in getattr(small, "targets", ()) if self.buffers.slot(t.target)]
        kind = self.facts.kind(value)
        if not slots or not isinstance(kind, Tensor) or kind.rank == 0:
            if small in node.body:
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

    def _with_data(self, node: Any, small: Any, data: cst.BaseExpression, flat: bool) -> Any:
        """`rewards[t] = r`, `rewards[t] = np.reshape(r, -1)`"""
        moves = [n for n in self.facts.index.above(data) if isinstance(n, cst.Call)]
        self.count.seen += moves[: moves.index(small.value) + 1]
        value = self.expression(data)
        if flat:
            given = [cst.Arg(value), cst.Arg(cst.parse_expression("-1"))]
            value = cst.Call(self.spelling.module("np", "reshape"), given)
        targets = [t.with_changes(target=self.inside(t.target)) for t in small.targets]
        return node.with_changes(body=[small.with_changes(targets=targets, value=value)])

    def _data_stored(self, small: Any) -> tuple[cst.BaseExpression, bool] | None:
        """a of `self.obs[i] = torch.as_tensor(a)`, which NumPy takes as it is, and whether it is
        laid flat before: `rewards[i] = torch.tensor(r).to(device).view(-1)`."""
        if self.buffers is None or len(getattr(small, "targets", ())) != 1:
            return None
        target, value = small.targets[0].target, small.value
        flat = self._is_flat(value)
        made = self._moved(value.func.value if flat else value)
        if not isinstance(made, cst.Call) or self.facts.api(made) not in _OF_DATA or not made.args:
            return None
        data, kind = made.args[0].value, self.facts.kind(made)
        held, stored = self.facts.kind(data), self.facts.kind(target.value)
        if not (isinstance(stored, Tensor) and isinstance(kind, Tensor)):
            return None
        rounds = stored.dtype == "float32"  # of whatever it is made: once, and in the same way
        if len(made.args) > 1 or self.facts.api(made) not in _AS_IT_IS:
            known = isinstance(held, Array) and kind.dtype == stored.dtype
        elif isinstance(held, Array):
            known = rounds or kind.dtype in (None, stored.dtype)
        else:
            is_new = self.facts.api(made) == "torch.tensor"
            known = rounds and is_new and _is_data(held) and not self.buffers.slot(target)
        return (data, flat) if known else None

    def _is_flat(self, value: Any) -> bool:
        """`x.view(-1)`, `x.reshape(-1)`, `x.flatten()`"""
        api = self.facts.api(value)
        if not isinstance(value, cst.Call) or api not in (*_RESHAPES, "Tensor.flatten"):
            return False
        given = [code(arg.value) for arg in value.args if arg.keyword is None]
        return len(given) == len(value.args) and given == (["-1"] if api in _RESHAPES else [])

    def _moved(self, value: cst.CSTNode) -> cst.CSTNode:
        """x of `x.to(device)`, where it keeps its dtype"""
        while isinstance(value, cst.Call) and self.facts.api(value) in _MOVES:
            x = cst.ensure_type(value.func, cst.Attribute).value
            if self.facts.kind(value) != self.facts.kind(x):
                break
            value = x
        return value

    def tell_copy(self, node: cst.CSTNode, root: Any) -> None:
        """The note for a store into an attribute that copies all of it."""
        why = self.buffers.held.why.get(root) if self.buffers is not None else None
        if why is not None:
            message = (
                f"each store copies all of {code(root)}, where torch writes a part of it: {why}"
            )
            self.note(node, "N403", message, _SLOW)


def _is_data(kind: Kind) -> bool:
    """Whether it is an environment's: a number, an array, something that nothing is known of."""
    if isinstance(kind, Union):
        return all(map(_is_data, kind.kinds))
    unknown = isinstance(kind, Unknown) and not kind.tainted
    return unknown or isinstance(kind, (Number, Array))


def _names(node: cst.CSTNode) -> set[str]:
    return {n.value for n in walk(node) if isinstance(n, cst.Name)}
