"""Lines that change weights: what has run a network before them must stay before them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.infer.in_place import assigns
from porter.kinds import Parameter
from porter.plan.freezing import Freezing
from porter.plan.grads import GRADS
from porter.plan.trace_time import over_parameters
from porter.tree import walk

_CALLS = frozenset({"Optimizer.step", "Module.load_state_dict", "Either.load_state_dict"})


def changes_weights(
    facts: Facts, node: cst.CSTNode, seen: frozenset[cst.CSTNode] = frozenset()
) -> bool:
    """Whether a step, a load or an assignment of weights is done here, or in what is called."""
    if any(changing(facts, node)):
        return True
    for below in walk(node):
        if isinstance(below, cst.Call):
            info = facts.function(facts.kind(below.func))
            if info is not None and info.node not in seen:
                if changes_weights(info.home or facts, info.node.body, seen | {info.node}):
                    return True
    return False


def changing(facts: Facts, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The steps, loads and assignments of weights that are written here."""
    return (n for n in walk(node) if facts.api(n) in _CALLS or _assigned(facts, n))


def moves_parameters(facts: Facts, loop: cst.CSTNode) -> bool:
    """`for p, target in zip(a.parameters(), b.parameters()): target.data.copy_(…)`"""
    if not isinstance(loop, cst.For) or not over_parameters(facts, loop.iter):
        return False
    inside = [*walk(loop.body)]
    used = {facts.api(node) for node in inside}
    changed = any(map(assigns, used)) or any(_assigned(facts, n) for n in inside if n is not loop)
    return changed and used.isdisjoint(GRADS)


def _assigned(facts: Facts, node: cst.CSTNode) -> bool:
    """A loop over parameters, `net.weight.data.fill_(0)`, `self.log_alpha.data = x`."""
    if isinstance(node, cst.For):
        return moves_parameters(facts, node)
    flag = node.target if isinstance(node, cst.AssignTarget) else node
    if flag in facts.once(Freezing).flags:
        return flag in facts.once(Freezing).live
    if isinstance(node, cst.AssignTarget) and isinstance(node.target, cst.Attribute):
        return _weight(facts, node.target)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        changing = assigns(facts.api(node)) or facts.api(node).endswith("_")
        return changing and _weight(facts, node.func.value)
    return False


def _weight(facts: Facts, node: cst.BaseExpression) -> bool:
    """`net.weight`, its `.data` or an element of it; not its gradient."""
    while not isinstance(facts.kind(node), Parameter):
        if isinstance(node, cst.Attribute) and node.attr.value not in ("grad", "_grad"):
            node = node.value
        elif isinstance(node, cst.Subscript):
            node = node.value
        else:
            return False
    return True
