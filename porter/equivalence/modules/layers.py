"""The first layer whose input or output is not the original's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from porter.equivalence.compare import Difference, Tolerance, compare, greatest
from porter.equivalence.events import Array
from porter.equivalence.modules.run import Call


@dataclass(frozen=True)
class Parting:
    """Where two networks part: the layer's torch path, and what is known about it."""

    layer: str
    text: str
    difference: Difference | None = None


def first_parting(
    torch_calls: Sequence[Call], port_calls: Sequence[Call], seen: Collection[str], relative: float
) -> Parting | None:
    """Compare the calls in the original's order; `seen` are the layers that the port has too.

    `relative` is the allowed error, relative to a tensor's greatest value. None where all that was
    seen is the same.
    """
    ours = dict(_numbered(port_calls))
    before = "the inputs"
    for key, call in _numbered(torch_calls):
        if call.layer not in seen:
            continue
        if key not in ours:
            return Parting(call.layer, f"the port does not call {call.layer} here, after {before}")
        difference = _difference(call, ours[key], relative)
        if difference is not None:
            return Parting(call.layer, _text(call, before), difference)
        if call.kind == "output" and call.layer:
            before = call.layer
    return None


def _numbered(calls: Sequence[Call]) -> list[tuple[tuple[str, str, int], Call]]:
    """Every call with its key: a layer can be called several times."""
    counts: Counter[tuple[str, str]] = Counter()
    found = []
    for call in calls:
        counts[call.layer, call.kind] += 1
        found.append(((call.layer, call.kind, counts[call.layer, call.kind]), call))
    return found


def _text(call: Call, before: str) -> str:
    if not call.layer:
        return f"every layer agrees; the outputs part after {before}"
    if call.kind == "input":
        return f"the outputs part between {before}, which agrees, and {call.layer}"
    return f"layer {call.layer} has the same input and another output"


def _difference(expected: Call, actual: Call, relative: float) -> Difference | None:
    """The first of the arrays that both have; a layer's further outputs can be its own affair."""
    for i, (e, a) in enumerate(zip(expected.arrays, actual.arrays)):
        tolerance = Tolerance(absolute=relative * (greatest(e) or 1.0))
        path = f"{expected.layer or 'the network'}'s {expected.kind}" + (f"[{i}]" if i else "")
        found = [compare(e, laid, tolerance, path) for laid in _layouts(e, a)]
        if all(found):
            return found[0][0]
    return None


def _layouts(expected: Array, actual: Array) -> list[Array]:
    """The array as it is, with Keras's channels or its time where torch has them."""
    layouts = [actual]
    if actual.ndim > 2:
        layouts += [np.moveaxis(actual, -1, 1), np.swapaxes(actual, 0, 1)]
    return [array for array in layouts if array.shape == expected.shape] or [actual]
