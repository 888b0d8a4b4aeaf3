"""Numbers under names of a function that its traces may have as they are: it needs no tensor.

batch = states.shape[0]
width = (v_max - v_min) / (atoms - 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.kinds import Number
from porter.plan.constants import is_constant
from porter.plan.lengths import Lengths
from porter.plan.scopes import bindings
from porter.plan.trace_time import is_size
from porter.tree import dotted, only, walk, walk_statements


def fixed_numbers(facts: Facts, owner: cst.FunctionDef | None) -> frozenset[str]:
    """The names that a function binds once: to constants, and to sizes of tensors whose length does
    not vary, for there is a trace for each shape."""
    if owner is None:
        return frozenset()
    lines = (only(line) for line in walk_statements(owner))
    named = {
        name: line.value
        for line in lines
        if isinstance(line, cst.Assign) and len(line.targets) == 1
        if isinstance(facts.kind(line.value), Number)
        if (name := dotted(line.targets[0].target)) is not None
    }
    bound = bindings(owner.body.body) if named else Counter[str]()
    return frozenset(n for n, value in named.items() if bound[n] == 1 and _is_fixed(facts, value))


def _is_fixed(facts: Facts, number: cst.BaseExpression) -> bool:
    if is_size(facts, number):
        return not any(map(facts.once(Lengths).varies, _sized(number)))
    return is_constant(facts, number)


def _sized(size: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """The x of `x.shape[0]`, `x.size(0)`, `len(x)`."""
    for node in walk(size):
        if isinstance(node, cst.Attribute):
            yield node.value
        elif isinstance(node, cst.Arg):
            yield node.value
