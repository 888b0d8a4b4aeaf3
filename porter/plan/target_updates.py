"""Loops over parameters apart from any update step: target networks that follow the trained ones.

In eager mode each assignment is several calls of TensorFlow; in a `@tf.function` all are one.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import libcst as cst

from porter.facts import Facts
from porter.layer_changes import replaces_layers
from porter.plan.freezing import Freezing
from porter.plan.grads import GRADS
from porter.plan.model import Body
from porter.plan.outline import Outliner
from porter.plan.places import Places
from porter.plan.region import Refusal
from porter.plan.traceable import STEP_PARTS
from porter.plan.weight_changes import moves_parameters


def target_updates(
    facts: Facts,
    places: Places,
    outliner: Outliner,
    traced: Container[cst.CSTNode],
    eager: frozenset[cst.CSTNode],
) -> Iterator[Body]:
    """A body for each run of such loops that happens again and again; `traced` is in graphs, and
    the lines of `eager` belong to updates that are in none."""
    done: set[cst.CSTNode] = set()
    if facts.once(replaces_layers):
        return
    eager = eager | _of_updates(facts)
    for loop in facts.index.all(cst.For):
        if loop in done or loop in traced or not moves_parameters(facts, loop):
            continue
        if facts.once(Freezing).is_idle(loop):  # nothing of it is left
            continue
        place = places.place(facts.index.parents[loop])
        if place.owner in traced or not repeats(facts, loop):
            continue
        try:
            two = isinstance(loop.iter, cst.Call) and len(loop.iter.args) > 1
            name = "update_targets" if two else "update_parameters"
            name = f"_{name}" if place.cls is not None else name
            body = outliner.body(place, [], eager, at=(loop,), name=name)
        except Refusal:
            continue  # it stays as it was written
        if _takes_weights(body, loop):
            continue
        done.update(body.graph)
        yield body


def _takes_weights(body: Body, loop: cst.For) -> bool:
    """Whether what the loop goes over is an argument of the body: variables can't be."""
    given = {text for _, text in body.parameters}
    over = [arg.value for arg in loop.iter.args] if isinstance(loop.iter, cst.Call) else [loop.iter]
    return any(isinstance(n, cst.Name) and n.value in given for n in over)


def _of_updates(facts: Facts) -> frozenset[cst.CSTNode]:
    """What steps, or reads or sets gradients: a trace would keep those of its first call."""
    lines = [node for node in facts.index.all(cst.Attribute) if facts.api(node) in GRADS]
    lines += [node for node in facts.index.all(cst.Call) if facts.api(node) in STEP_PARTS]
    return frozenset(above for node in lines for above in facts.index.above(node))


def repeats(facts: Facts, node: cst.CSTNode, seen: frozenset[cst.CSTNode] = frozenset()) -> bool:
    """Whether it runs again and again: not what a constructor or the start of a script does."""
    below = node
    for above in facts.index.above(node):
        over = isinstance(above, cst.For) and below is above.iter  # it is computed once
        below = above
        if isinstance(above, (cst.For, cst.While)) and not over:
            return True
        if isinstance(above, cst.FunctionDef):
            if above.name.value == "__init__" or above in seen:
                return False
            info = facts.defined_at(above)
            uses = facts.uses.get(info.name, ()) if info is not None else ()
            return not uses or any(repeats(facts, use, seen | {above}) for use in uses)
    return False
