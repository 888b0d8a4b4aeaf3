"""Gradients that are in no graph: like updates in eager mode, they are told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.plan.model import Gradient, Problem
from porter.plan.places import Places
from porter.plan.recorded import functions_called
from porter.plan.target_updates import repeats
from porter.plan.traceable import Traceable

_HINT = "write its function as tensor code only, and tell its arguments: `x: torch.Tensor`"
_ARGUMENTS = "what its function is given, or gives back, is not known to be tensors"


def eager_gradients(
    facts: Facts,
    gradients: Iterable[Gradient],
    graphs: Collection[cst.CSTNode],
    told: Iterable[cst.CSTNode],
) -> Iterator[Problem]:
    """A note for each that is taken again and again. `graphs` is what is traced, and `told` are
    the lines of updates that are in no graph, either."""
    open_ = [g.statement for g in gradients if repeats(facts, g.statement)]
    if not open_:
        return
    lines = list(told)
    inside = {*graphs, *lines, *functions_called(facts, lines)}
    places, traceable = Places(facts), Traceable(facts)
    for line in open_:
        if not inside.isdisjoint((line, *facts.index.above(line))):
            continue
        owner = places.owner(line)
        info = facts.defined_at(owner)
        why = None if info is None else traceable.function(info.name)
        if info is not None and why is None and not facts.uses.get(info.name):
            continue  # another file may call it in a graph
        if owner is None:
            why = "it is in no function"
        elif why:
            why = why.removeprefix(f"it calls {owner.name.value}(): ")
        message = f"this gradient is taken in eager mode: {why or _ARGUMENTS}"
        yield Problem(line, "N403", Severity.NOTE, message, _HINT)
