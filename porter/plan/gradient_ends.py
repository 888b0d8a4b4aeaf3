"""Where gradients end: what is detached, drawn or converted, and numbers and integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.facts import Facts
from porter.kinds import Array, Named, Number, Parameter, Tensor, Text
from porter.plan.no_grad import is_no_grad
from porter.promotion import INTS

if TYPE_CHECKING:
    from porter.plan.slices import Slices

_WHOLE = frozenset({*INTS, "bool"})
DETACHING = frozenset(
    {
        "Parameter.detach",
        "Tensor.detach",
        "Tensor.data",
        "Tensor.item",
        "Tensor.numpy",
        "Tensor.tolist",
        "torch.tensor",
        "torch.from_numpy",
    }
)


def is_end(slices: Slices, node: cst.CSTNode) -> bool:
    """Whether no gradient goes through an expression."""
    facts = slices.facts
    kind = facts.kind(node)
    if isinstance(node, cst.Call) and (_draws(facts, node) or _acts(facts, node)):
        return True
    if facts.api(node) in DETACHING or is_no_grad(facts, node):
        return not isinstance(kind, Parameter)
    whole = isinstance(kind, Tensor) and kind.dtype in _WHOLE
    if whole or isinstance(kind, (Number, Text, Array, Named)):
        return True
    return slices.detached.of_parts(slices, node)


def _draws(facts: Facts, call: cst.Call) -> bool:
    """`dist.sample()`: rsample() would have a gradient."""
    func = call.func
    drawn = isinstance(func, cst.Attribute) and func.attr.value == "sample"
    return drawn and facts.is_distribution(facts.kind(func.value))  # type: ignore[attr-defined]


def _acts(facts: Facts, call: cst.Call) -> bool:
    """A step of acting: the update computes again what it needs of it."""
    info = facts.function(facts.kind(call.func)) if facts.acting else None
    return info is not None and info.node.name.value in facts.acting
