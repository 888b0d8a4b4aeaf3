"""Which values a graph can hold."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Kind, Module, Number, Tensor, Text, Tuple, may_be_tensor


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


def casts_array(facts: Facts, node: cst.CSTNode) -> bool:
    """`torch.from_numpy(x).float()`: x comes into a graph as a tensor, which is not cast so."""
    call = node.func if isinstance(node, cst.Call) else None
    made = call.value if isinstance(call, cst.Attribute) else None
    if not isinstance(made, cst.Call) or facts.api(made) != "torch.from_numpy":
        return False
    return not made.args or not isinstance(facts.kind(made.args[0].value), Tensor)
