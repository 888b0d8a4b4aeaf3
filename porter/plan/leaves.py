"""Gradients of leaf tensors: `m.requires_grad = True … y.backward() … m.grad`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Parameter
from porter.plan.effects import effects
from porter.plan.model import Leaf, Problem
from porter.plan.updates import Finder
from porter.tree import only, walk


def find_leaf(
    facts: Facts,
    finder: Finder,
    suite: Sequence[cst.CSTNode],
    backward: cst.CSTNode,
    repeated: bool,
    before: Iterable[Leaf],
) -> Leaf | Problem:
    """The tape for a backward without an optimizer, or why there is none.

    `repeated` is whether it stands in a loop, `before` are the leaves that were found so far.
    """
    loss = finder.receiver(backward)
    if finder.argued(backward):
        return _problem(backward, "P201", "backward() with arguments")
    at = next(i for i, s in enumerate(suite) if s is backward)
    _, _, flowing = finder.slice(suite, at, loss)
    chain = [s for s in suite[:at] if s in flowing and not _makes_leaf(facts, s)]
    if not isinstance(loss, cst.Name):
        chain.append(backward)
    if not chain:
        return _problem(backward, "P201", "no optimizer steps on this backward")
    start = next(i for i, s in enumerate(suite) if s is chain[0])
    recorded = [*suite[start:at], loss]
    found: dict[str, None] = {}
    for node in (n for statement in recorded for n in walk(statement)):
        if isinstance(node, cst.Name) and isinstance(facts.kind(node), Parameter):
            found[node.value] = None
    if not found:
        message = "no leaf with requires_grad was found for this backward"
        return _problem(backward, "P201", message)
    cleared = {text for s in suite for n in walk(s) for text in [_cleared(n)] if text}
    added = found.keys() - _made(suite[:start]) - cleared if repeated else set()
    for one in before:
        if one.backward in suite:
            since = suite[next(i for i, s in enumerate(suite) if s is one.backward) : at]
            added |= (found.keys() & set(one.leaves)) - _made(since) - cleared
    if added:
        message = f"{min(added)}.grad is not cleared, so gradients of an earlier backward are in it"
        return _problem(backward, "P202", message)
    return Leaf(loss, backward, chain[0], chain[-1], tuple(found))


def _made(statements: Sequence[cst.CSTNode]) -> frozenset[str]:
    """The names that are surely bound anew."""
    return frozenset().union(*(effects(s).kills for s in statements), frozenset())


def _makes_leaf(facts: Facts, statement: cst.CSTNode) -> bool:
    """`w = torch.zeros(3, requires_grad=True)`"""
    small = only(statement)
    return isinstance(small, cst.Assign) and isinstance(facts.kind(small.value), Parameter)


def clears(leaf: str) -> frozenset[str]:
    """How a program clears the gradient of a leaf."""
    return frozenset(f"{leaf}.grad{how}" for how in (".zero_()", ".data.zero_()", " = None"))


def _cleared(node: cst.CSTNode) -> str:
    """The leaf whose gradient a small statement clears, "" if it does no such thing."""
    if not isinstance(node, (cst.Expr, cst.Assign)):
        return ""
    name = code(node).partition(".grad")[0]
    return name if code(node) in clears(name) else ""


def _problem(node: cst.CSTNode, number: str, message: str) -> Problem:
    hint = "call tape.gradient() and the optimizer's apply() by hand"
    return Problem(node, number, Severity.ERROR, message, hint)
