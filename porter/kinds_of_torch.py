"""Which values are of torch's, or hold such: nothing without torch has them."""

from __future__ import annotations

from porter.kinds import (
    TAINTED,
    Dictionary,
    Kind,
    Module,
    Optimizer,
    OptimizerDict,
    Parameters,
    ParamGroup,
    Sequence,
    StateDict,
    Tensor,
    Tuple,
    Union,
)

_OF_TORCH = (Tensor, Module, Optimizer, OptimizerDict, ParamGroup, Parameters, StateDict)


def is_of_torch(kind: Kind) -> bool:
    """Whether a value is of torch's, may be a tensor, or holds such."""
    if isinstance(kind, Union):
        return any(map(is_of_torch, kind.kinds))
    if isinstance(kind, Tuple):
        return any(map(is_of_torch, kind.items))
    if isinstance(kind, Dictionary):
        return any(is_of_torch(value) for _, value in kind.entries)
    if isinstance(kind, Sequence):
        return is_of_torch(kind.item)
    return kind == TAINTED or isinstance(kind, _OF_TORCH)
