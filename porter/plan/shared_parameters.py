"""Parameters that two networks share, in a loop that goes over those of both:

    for p, t in zip(net.parameters(), target.parameters()):
        t.data.mul_(0.9).add_(p.data)

Where t is p, what is added has been multiplied before.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.plan.reach import Reach
from porter.tree import dotted, walk


def reads_what_it_changed(facts: Facts, call: cst.Call) -> bool:
    """Whether a chain of changes, which the port assigns as a whole, reads a parameter that the
    first of them may have changed."""
    chain = list(_chain(call))
    root = _root(chain[-1])
    read = (n for one in chain[:-1] for arg in one.args for n in walk(arg))
    names = {node.value for node in read if isinstance(node, cst.Name)}
    if root is None or not names - {root}:
        return False
    loop = next((n for n in facts.index.above(call) if isinstance(n, cst.For)), None)
    return loop is not None and any(
        facts.once(Reach).shares(one, other)
        for one in _networks(facts, loop, {root})
        for other in _networks(facts, loop, names - {root})
    )


def _chain(node: cst.BaseExpression) -> Iterator[cst.Call]:
    """The calls of `t.data.mul_(a).add_(b)`, the last one first."""
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        yield node
        node = node.func.value


def _root(call: cst.Call) -> str | None:
    assert isinstance(call.func, cst.Attribute)
    name = dotted(call.func.value) or ""
    return name.partition(".")[0] or None


def _networks(facts: Facts, loop: cst.For, names: set[str]) -> Iterator[cst.BaseExpression]:
    """The networks whose parameters go by these names in a loop over `zip()`."""
    targets = loop.target.elements if isinstance(loop.target, cst.Tuple) else ()
    if isinstance(loop.iter, cst.Call) and dotted(loop.iter.func) == "zip":
        for target, given in zip(targets, loop.iter.args):
            if dotted(target.value) in names:
                yield from facts.once(Reach).sources(given.value) or ()
