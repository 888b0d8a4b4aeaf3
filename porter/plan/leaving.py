"""Which statements may leave their suite, so that what stands behind them is not done."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.analysis.things import inside
from porter.caught import Caught
from porter.facts import Facts
from porter.plan.failing import Failing
from porter.tree import children


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


def pauses(node: cst.CSTNode) -> bool:
    """Whether other lines of the program may run here, before those behind it, or instead."""
    return any(isinstance(below, (cst.Yield, cst.Await)) for below in inside(node))


def fails(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a line may raise an error behind which the program goes on."""
    return facts.once(Caught).goes_on(node) and facts.once(Failing).fails(node)


def may_end(facts: Facts, lines: Iterable[cst.CSTNode]) -> bool:
    """Whether one of these lines may leave their suite, or raise such an error."""
    return any(leaves(n) or pauses(n) or fails(facts, n) for n in lines)
