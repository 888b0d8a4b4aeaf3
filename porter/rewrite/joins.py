"""`torch.cat([s for s, a, r in batch])`: what a replay memory keeps is joined by its arrays.

TensorFlow takes a microsecond or more for each tensor of a list; those that `from_array()` made
know their arrays (benchmarks/README.md).
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Sequence, Unknown

_CAT = frozenset({"torch.cat", "torch.concat", "torch.concatenate"})
_KEPT = (cst.Name, cst.Attribute, cst.Subscript)


def joins_kept(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether this joins a list of any length, of tensors that may be made of arrays."""
    if facts.api(node) not in _CAT or not isinstance(node, cst.Call) or not node.args:
        return False
    tensors = node.args[0].value
    item = tensors.elt if isinstance(tensors, (cst.ListComp, cst.GeneratorExp)) else tensors
    if not isinstance(item, _KEPT) or not isinstance(facts.kind(tensors), Sequence | Unknown):
        return False
    return any("from_array" in port.decision.blocks for port in facts.ports.values())
