"""Loops that a trace unrolls: over layers, parameters, the rows of a tensor."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named, Number
from porter.plan.trace_time import over_parameters, over_rows
from porter.plan.traced_kinds import over_layers
from porter.tree import dotted, walk


def unrolled(facts: Facts, loop: cst.For, called: bool) -> tuple[cst.BaseExpression, ...] | None:
    """What such a loop goes over, None if it is Python's own; more of them in a function that is
    `called` in a trace."""
    items = loop.iter
    if over_parameters(facts, items) or over_layers(facts.kind(items)):
        return (items,)
    if not called:
        return None
    return (items,) if over_rows(facts, items) else _counted(facts, loop) or None


def _counted(facts: Facts, loop: cst.For) -> tuple[cst.BaseExpression, ...]:
    """The numbers and the lists of layers of `for i in range(1, self.n): x = self.convs[i](x)`."""
    count, name = loop.iter, dotted(loop.target)
    if not isinstance(count, cst.Call) or facts.kind(count.func) != Named("builtins.range"):
        return ()
    numbers = [arg.value for arg in count.args]
    names = (
        n for number in numbers for n in walk(number) if isinstance(n, cst.Name | cst.Attribute)
    )
    picked = (n for n in walk(loop.body) if isinstance(n, cst.Subscript) and len(n.slice) == 1)
    layers = tuple(
        one.value
        for one in picked
        if isinstance(index := one.slice[0].slice, cst.Index)
        and dotted(index.value) == name
        and over_layers(facts.kind(one.value))
    )
    counts = all(isinstance(facts.kind(number), Number) for number in numbers)
    return (*names, *layers) if counts and layers else ()
