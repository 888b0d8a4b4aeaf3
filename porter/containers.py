"""Containers that operators make: they are new, and what is in them is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.kinds import Dictionary, Sequence, Tensor, Tuple

if TYPE_CHECKING:
    from porter.facts import Facts

_DISPLAYS = (cst.Tuple, cst.List, cst.ListComp, cst.Dict, cst.DictComp)
_CONTAINERS = (Sequence, Tuple, Dictionary)


def joins(facts: Facts, value: cst.CSTNode) -> bool:
    """Whether an operation is one of containers: `(x,) + rest`, `[x] * 2`."""
    if not isinstance(value, cst.BinaryOperation):
        return False
    if isinstance(facts.kind(value), _CONTAINERS):
        return True
    return any(
        isinstance(side, _DISPLAYS)
        or isinstance(facts.kind(side), _CONTAINERS)
        or joins(facts, side)
        for side in (value.left, value.right)
    )


def each_of(facts: Facts, value: Any) -> Any:
    """What tells of each part of a value that is unpacked; None where it is not known, as of
    `(x,) + rest`."""
    if isinstance(value, cst.BinaryOperation):
        return value if isinstance(facts.kind(value), Tensor) else None
    return value.elt if isinstance(value, (cst.GeneratorExp, cst.ListComp)) else value
