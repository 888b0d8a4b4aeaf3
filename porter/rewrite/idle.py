"""Statements that do nothing any more: `x = x` of `x = x.to(device)`, a bare `x` or `None`."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.tree import dotted, only


def idle(original: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether the port of a line does nothing; what the user wrote so stays."""
    small = only(new)
    if new is original:
        return False
    if isinstance(small, cst.Assign):
        name = dotted(small.value)
        return bool(name) and [code(t.target) for t in small.targets] == [name]
    return isinstance(small, cst.Expr) and bool(dotted(small.value))
