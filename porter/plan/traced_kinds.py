"""Which values a graph can hold."""

from __future__ import annotations

from porter.kinds import Kind, Module, Number, Text, Tuple, may_be_tensor


def is_value(kind: Kind) -> bool:
    """Tensors, also in tuples of tuples, as an LSTM gives them."""
    if isinstance(kind, Tuple) and kind.items:
        return all(map(is_value, kind.items))
    return may_be_tensor(kind)


def is_layer(item: Kind) -> bool:
    """A layer, or a tuple with one and nothing that changes: of zip() and enumerate()."""
    if isinstance(item, Tuple):
        fixed = (Module, Number, Text)
        return any(map(is_layer, item.items)) and all(isinstance(k, fixed) for k in item.items)
    return isinstance(item, Module)
