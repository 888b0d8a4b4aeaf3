"""What a DataLoader gives: batches of what a dataset of the program gives by its index."""

from __future__ import annotations

from porter.kinds import (
    TAINTED,
    TENSOR,
    Array,
    Dictionary,
    Instance,
    Kind,
    Nothing,
    Number,
    Sequence,
    Tensor,
    Text,
    Tuple,
    Unknown,
)
from porter.rulebook import Argument

_STACKED = {"int": "int64", "float": "float64", "bool": "bool"}
_NAMES = ("torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader")


def dataset(name: str, args: list[Argument]) -> str:
    """The class of the dataset that such a call loads as default_collate() does, or ""."""
    own = args[0].kind if args and args[0].keyword in (None, "dataset") else None
    usual = not any(arg.keyword == "collate_fn" or arg.star or _is_single(arg) for arg in args)
    return own.cls if name in _NAMES and usual and isinstance(own, Instance) else ""


def _is_single(arg: Argument) -> bool:
    """Whether the items are not stacked."""
    return arg.keyword == "batch_size" and isinstance(arg.kind, Nothing)


def collated(item: Kind) -> Kind:
    """A batch of such items: all but texts are stacked to tensors, part by part."""
    if isinstance(item, Tuple):
        return Tuple(tuple(map(collated, item.items)))
    if isinstance(item, Dictionary):
        return Dictionary(tuple((name, collated(kind)) for name, kind in item.entries))
    if isinstance(item, (Tensor, Array)):
        return Tensor(item.dtype, None if item.rank is None else item.rank + 1)
    if isinstance(item, Text):
        return Sequence(item)
    if isinstance(item, Number) and item.type in _STACKED:
        return Tensor(_STACKED[item.type], 1)
    return TENSOR if isinstance(item, (Number, Unknown)) else TAINTED
