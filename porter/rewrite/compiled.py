"""What XLA compiles: its shapes are known before it runs, so no mask may choose rows."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.tree import dotted, walk

WHY = "it is not compiled: with a mask, the number of rows is known only when it runs"
HINT = "choose by tf.where(mask, ...), which keeps the shape, then add jit_compile=True"

# TensorFlow's functions and blocks of the rules whose result has a shape that depends on values.
_BY_VALUES = frozenset("boolean_mask masked scatter_masked unique unique_with_counts".split())


def shaped_by_values(statements: Iterable[cst.CSTNode]) -> bool:
    """Whether ported statements make a tensor whose shape depends on values."""
    calls = (node for s in statements for node in walk(s) if isinstance(node, cst.Call))
    for call in calls:
        name = (dotted(call.func) or "").rpartition(".")[2]
        if name in _BY_VALUES or (name == "where" and len(call.args) == 1):
            return True
    return False
