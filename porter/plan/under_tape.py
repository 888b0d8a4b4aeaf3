"""What runs in a graph, or while a tape is open: an array would cut off the gradient there."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.kinds import Function, Module
from porter.plan.model import Plan
from porter.plan.places import body_of
from porter.plan.recorded import giving_functions
from porter.plan.together import span
from porter.plan.traceable import Traceable
from porter.tree import walk


def under_graph_or_tape(facts: Facts, plan: Plan) -> Iterator[cst.CSTNode]:
    """Statements and functions that run in a graph, or under a tape, where an array would cut off
    the gradient."""
    traceable = Traceable(facts)
    open_: list[cst.CSTNode] = []
    for body in plan.bodies:
        open_ += [*body.replayed, *body.graph]
    for update in plan.updates():
        open_ += update.slice
    open_ += [leaf.first for leaf in plan.leaves] + [g.statement for g in plan.gradients]
    for one in plan.acting:
        suite = body_of(facts.index.parents[one.first])
        open_ += span(suite, one.first, one.last)
    for info in facts.functions.values():
        if info.cls is not None and info.cls.is_module:
            if info.node.name.value == "forward" or traceable.function(info.name) is None:
                open_.append(info.node)
    seen: set[cst.CSTNode] = set()
    while open_:
        node = open_.pop()
        if node in seen:
            continue
        seen.add(node)
        yield node
        for below in walk(node):
            called = _called(facts, below)
            if called is not None:
                open_.append(called)


def offered(facts: Facts) -> frozenset[cst.FunctionDef]:
    """Functions that give tensors and that only other files call, perhaps under a tape."""
    called = {_called(facts, call) for call in facts.index.all(cst.Call)}
    return giving_functions(facts) - called


def _called(facts: Facts, node: cst.CSTNode) -> cst.FunctionDef | None:
    """The function of the project that is called here, or the forward of a network."""
    kind = facts.kind(node.func) if isinstance(node, cst.Call) else None
    if isinstance(kind, Module):
        forward = facts.method(kind, "forward")
        return forward.node if forward is not None else None
    info = facts.functions.get(kind.name) if isinstance(kind, Function) else None
    return info.node if info is not None else None
