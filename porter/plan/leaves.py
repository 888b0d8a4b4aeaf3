"""Gradients of leaf tensors: `m.requires_grad = True … y.backward() … m.grad`."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Parameter
from porter.plan.effects import effects
from porter.plan.model import Leaf, Problem
from porter.plan.updates import Finder
from porter.tree import walk


def find_leaf(
    facts: Facts, finder: Finder, suite: Sequence[cst.CSTNode], backward: cst.CSTNode
) -> Leaf | Problem:
    """The tape for a backward without an optimizer, or why there is none."""
    loss = finder.receiver(backward)
    before = suite[: next(i for i, s in enumerate(suite) if s is backward)]
    source = next((s for s in reversed(before) if code(loss) in effects(s).kills), None)
    if source is None:
        return _problem(backward, "no optimizer steps on this backward")
    leaves: dict[str, None] = {}
    for node in walk(source):
        if isinstance(node, cst.Name) and isinstance(facts.kind(node), Parameter):
            leaves[node.value] = None
    if not leaves:
        return _problem(backward, "no leaf with requires_grad was found for this backward")
    return Leaf(loss, backward, source, source, tuple(leaves))


def _problem(node: cst.CSTNode, message: str) -> Problem:
    hint = "call tape.gradient() and the optimizer's apply() by hand"
    return Problem(node, "P201", Severity.ERROR, message, hint)
