"""Casts that make another tensor: `mask.float()` of booleans is a copy, that of floats is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Tensor

if TYPE_CHECKING:
    from porter.facts import Facts

_CASTS = frozenset("to type type_as float double half long int short byte bool bfloat16".split())


def casts(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a call gives a tensor of another dtype than that of its object."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return False
    if node.func.attr.value not in _CASTS or not facts.api(node).startswith("Tensor."):
        return False
    before, after = facts.kind(node.func.value), facts.kind(node)
    if not isinstance(before, Tensor) or not isinstance(after, Tensor):
        return False
    return None not in (before.dtype, after.dtype) and before.dtype != after.dtype
