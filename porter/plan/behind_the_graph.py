"""Weights that change behind torch's back: `p.data -= …` between a network's run and its gradient.

torch's graph keeps the weights themselves, and goes backward through what they are by then. A tape
keeps the numbers that it has seen. A step of an optimizer is no such change: torch raises an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Parameter, Tensor, networks
from porter.plan.changed_data import ChangedData
from porter.plan.model import Problem
from porter.plan.recorded import functions_called
from porter.tree import walk

_WHY = (
    "the weights change between a network's run and its gradient: torch goes backward through the"
    " new ones, a tape through those it has seen"
)
_HINT = "take the gradient first, or compute the loss again"


def changed_behind(
    facts: Facts, lines: Sequence[cst.CSTNode], asks: Callable[[cst.CSTNode], bool]
) -> Iterator[Problem]:
    """The lines of a recording that do so; `asks` tells calls that differentiate."""
    inside = [[*_inside(facts, line)] for line in lines]
    asked = [i for i, nodes in enumerate(inside) if any(map(asks, nodes))]
    runs = [i for i, nodes in enumerate(inside) if any(_runs(facts, node) for node in nodes)]
    for i, (line, nodes) in enumerate(zip(lines, inside)):
        again = isinstance(line, (cst.For, cst.While))
        later = any(j > i or (j == i and again) for j in asked)
        ran = any(j < i or (j == i and again) for j in runs)
        if later and ran and any(_writes(facts, node) for node in nodes):
            yield Problem(line, "P201", Severity.ERROR, _WHY, _HINT)
    yield from facts.once(ChangedData).behind(lines, lambda line: any(map(asks, walk(line))))


def _inside(facts: Facts, line: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What runs where a line runs."""
    if isinstance(line, (cst.FunctionDef, cst.ClassDef)):
        return
    yield from walk(line)
    for function in functions_called(facts, [line]):
        yield from walk(function.body)


def _runs(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a network runs there, or something is computed with a weight."""
    if isinstance(node, cst.BinaryOperation):
        return any(isinstance(facts.kind(n), Parameter) for n in (node.left, node.right))
    if not isinstance(node, cst.Call) or (facts.api(node) or "").startswith("torch.nn.init."):
        return False
    if networks(facts.kind(node.func)):
        return True
    given = [arg.value for arg in node.args]
    if isinstance(node.func, cst.Attribute):
        if node.func.attr.value.endswith(("_like", "_as")):  # its shape alone
            return False
        given.append(node.func.value)
    computed = isinstance(facts.kind(node), Tensor) and not isinstance(facts.kind(node), Parameter)
    return computed and any(isinstance(facts.kind(n), Parameter) for n in given)


def _writes(facts: Facts, node: cst.CSTNode) -> bool:
    """`p.data` of `p.data -= x`, `p.data = x` and `p.data.copy_(x)`, and none of a gradient, or of
    a tensor that is no weight: see `ChangedData`"""
    if not isinstance(node, cst.Attribute) or node.attr.value != "data":
        return False
    if isinstance(node.value, cst.Name) and node in facts.once(ChangedData).names:
        return False
    if isinstance(node.value, cst.Attribute) and node.value.attr.value in ("grad", "_grad"):
        return False
    above = facts.index.parents[node]
    if isinstance(above, (cst.AugAssign, cst.AssignTarget)):
        return above.target is node
    if not isinstance(above, cst.Attribute):
        return False
    name = above.attr.value
    return name.endswith("_") and not name.endswith("__")
