"""Tensors that are made leaves, `x.requires_grad = True`: where a gradient comes through them, they
are none, and a variable would cut it off."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.plan.slices import Slices
from porter.tree import walk


def comes_through(facts: Facts, mark: cst.CSTNode, name: cst.Name) -> bool:
    """Whether the name holds what was computed of weights in this function, when it is marked."""
    slices = Slices(facts)
    values = [*_before(facts, mark)]
    seen, open_ = set[str](), {name.value}
    while open_:
        one = open_.pop()
        seen.add(one)
        for names, value in values:
            if one not in names or slices.ends(value):
                continue
            if slices.trains(value):
                return True
            open_ |= {n.value for n in walk(value) if isinstance(n, cst.Name)} - seen
    return False


def _before(facts: Facts, mark: cst.CSTNode) -> Iterator[tuple[set[str], cst.BaseExpression]]:
    """The names that lines ahead of the mark bind, and what they become."""
    function = facts.index.function(mark)
    for node in facts.index.all(cst.Assign, cst.AugAssign):
        if node is mark:
            return
        if facts.index.function(node) is not function:
            continue
        targets = (
            [t.target for t in node.targets] if isinstance(node, cst.Assign) else [node.target]
        )
        bound = {n.value for target in targets for n in walk(target) if isinstance(n, cst.Name)}
        yield bound, node.value
