"""Causes between two layers: what a layer is given is told by what the layer before it has lost."""

from __future__ import annotations

import numpy as np

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.events import Array
from porter.equivalence.verdict.model import Phase


def dropout_rate(case: Case) -> Cause | None:
    """More or fewer elements are zero, and the others are multiples that make up for it.

    A plain factor behind a ReLU leaves the zeros where they are.
    """
    given = _given(case)
    if given is None:
        return None
    expected, actual = given
    both = (expected != 0) & (actual != 0)
    dropped = [float(np.mean(array == 0)) for array in given]
    if not both.any() or dropped[0] == dropped[1]:
        return None
    factors = actual[both] / expected[both]
    factor = float(factors[0])
    if not np.allclose(factors, factor, rtol=1e-6) or np.isclose(factor, 1, rtol=1e-6):
        return None
    if (factor > 1) != (dropped[1] > dropped[0]):
        return None
    text = f"what dropout keeps is {factor:.6g} times as much; {dropped[0]:.0%} of the original's "
    text += f"numbers are zero, {dropped[1]:.0%} of the port's"
    return Cause("dropout rate", text, "Keras's rate is torch's p")


def activation(case: Case) -> Cause | None:
    """Equal where positive, another function where negative: the slope of leaky_relu, elu's alpha.

    Or the port's numbers are a function of the original's in no other way than by their values.
    """
    given = _given(case)
    if given is None:
        return None
    expected, actual = given
    negative = (expected < 0) | (actual < 0)
    if not negative.any() or negative.all():
        return None
    if np.allclose(expected[~negative], actual[~negative], rtol=1e-9, atol=0):
        text = "what the layer is given differs only where it is negative"
        advice = "compare the activation's slope: Keras's leaky_relu has 0.2 or 0.3, torch's 0.01"
        return Cause("activation", text, advice, Confidence.LIKELY)
    return None


def _given(case: Case) -> tuple[Array, Array] | None:
    """The first input of the layer where the programs part out, if it already differs."""
    if case.phase is not Phase.FORWARD or case.events is None:
        return None
    expected, actual = (event.arrays.get("input0") for event in case.events)
    if expected is None or actual is None or expected.shape != actual.shape:
        return None
    return None if np.allclose(expected, actual, rtol=1e-9, atol=0) else (expected, actual)
