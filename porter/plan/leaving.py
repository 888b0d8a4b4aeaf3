"""Which statements may leave their suite, so that what stands behind them is not done."""

from __future__ import annotations

import libcst as cst

from porter.analysis.reach import Reach
from porter.caught import Caught
from porter.facts import Facts
from porter.tree import children, walk


def leaves(node: cst.CSTNode, loops: bool = False) -> bool:
    """Whether a statement may leave its suite: break, continue, return, raise."""
    if isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
        return False
    if isinstance(node, (cst.Return, cst.Raise)):
        return True
    if isinstance(node, (cst.Break, cst.Continue)) and not loops:
        return True
    inside = loops or isinstance(node, (cst.For, cst.While))
    return any(leaves(child, inside) for child in children(node))


def may_leave(facts: Facts, node: cst.CSTNode) -> bool:
    """The same, also by an assertion or an error of a function of the project's, if the program
    goes on behind errors."""
    if leaves(node):
        return True
    if not facts.once(Caught).goes_on(node):
        return False
    asserts = any(isinstance(below, cst.Assert) for below in walk(node))
    return asserts or facts.once(Reach).raises(node)
