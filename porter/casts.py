"""Casts that make another tensor: `mask.float()` of booleans is a copy, that of floats is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Tensor
from porter.tree import item_owner, walk

if TYPE_CHECKING:
    from porter.facts import Facts

_CASTS = frozenset("to type type_as float double half long int short byte bool bfloat16".split())
_PLACES = (cst.Name, cst.Attribute, cst.Subscript)


def casts(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a call gives a tensor of another dtype than that of its object, or raises."""
    cast = _cast(facts, node)
    if cast is None:
        return False
    _, before, after = cast
    if before is None:
        return node in facts.once(CheckedCasts).nodes
    return after is not None and before != after


class CheckedCasts:
    """`mask = batch["filled"].float()` of what dtype is not known, with `mask[0] = 0` behind it:
    torch changes the batch, too, where that has floats already. The port raises then."""

    def __init__(self, facts: Facts) -> None:
        index = facts.index
        stored = {
            (index.function(target), root.value)
            for target in _changed(facts)
            if isinstance(root := item_owner(target), cst.Name)
        }
        self.nodes = {
            assign.value
            for assign in (index.all(cst.Assign) if stored else ())
            if len(assign.targets) == 1
            and isinstance(name := assign.targets[0].target, cst.Name)
            and (index.function(assign), name.value) in stored
            and _is_open(facts, assign.value)
        }


def _changed(facts: Facts) -> list[cst.BaseExpression]:
    """What is stored into, or added to."""
    parts = [t.target for a in facts.index.all(cst.Assign) for t in a.targets]
    added = [a.target for a in facts.index.all(cst.AugAssign)]
    return [*(t for t in parts if isinstance(t, cst.Subscript)), *added]


def _is_open(facts: Facts, value: cst.BaseExpression) -> bool:
    """A cast of a place whose dtype is not known, to one that is: `batch["x"][:, 1:].float()`."""
    cast = _cast(facts, value)
    if cast is None or value not in facts.ports:
        return False
    owner, before, after = cast
    called = any(isinstance(part, cst.Call) for part in walk(owner))
    return isinstance(owner, _PLACES) and not called and before is None and after is not None


def _cast(
    facts: Facts, node: cst.CSTNode
) -> tuple[cst.BaseExpression, str | None, str | None] | None:
    """The tensor that a call casts, with its dtype before and after; None of any other call."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return None
    if node.func.attr.value not in _CASTS or not facts.api(node).startswith("Tensor."):
        return None
    before, after = facts.kind(node.func.value), facts.kind(node)
    if not isinstance(before, Tensor) or not isinstance(after, Tensor):
        return None
    return node.func.value, before.dtype, after.dtype
