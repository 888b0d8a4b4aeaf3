"""NumPy arrays that an expression makes: nobody else has their memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.analysis.library import FRESH
from porter.kinds import Array, Named, Number, Sequence, Tuple

if TYPE_CHECKING:
    from porter.facts import Facts

_MAKERS = frozenset(
    f"numpy.{name}"
    for name in "arange array concatenate copy empty empty_like eye full full_like hstack linspace"
    " ones ones_like stack tile vstack zeros zeros_like".split()
)
_SCALARS = frozenset(f"numpy.{name}" for name in "float16 float32 float64 int32 int64".split())


def copies(facts: Facts, data: cst.CSTNode, dtype: str) -> bool:
    """Whether torch makes a tensor with memory of its own from this; `dtype` is what an array has
    to have, "" for any, to lend its memory."""
    kind = facts.kind(data)
    cast = isinstance(kind, Array) and kind.dtype is not None and dtype not in ("", kind.dtype)
    return cast or isinstance(kind, (Sequence, Tuple, Number)) or makes_array(facts, data)


def makes_array(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether this gives an array of its own: `a + b`, `np.zeros(3)`, `a.astype(np.float32)`."""
    if not isinstance(facts.kind(node), Array):
        return False
    if isinstance(node, (cst.BinaryOperation, cst.Comparison)):
        return True
    if not isinstance(node, cst.Call) or _shares(node):
        return False
    callee = facts.kind(node.func)
    if isinstance(callee, Named) and callee.name in _SCALARS:  # gives its own argument back
        return len(node.args) == 1 and makes_array(facts, node.args[0].value)
    if isinstance(callee, Named):
        return callee.name in _MAKERS or callee.name.startswith("numpy.random.")
    method = node.func if isinstance(node.func, cst.Attribute) else None
    if method is None or not isinstance(facts.kind(method.value), Array):
        return False
    return method.attr.value in {*FRESH, "copy"}


def _shares(call: cst.Call) -> bool:
    """`a.astype(d, copy=False)`, `np.array(a, copy=None)`, `out=a`"""
    return any(arg.keyword and arg.keyword.value in ("copy", "out") for arg in call.args)
