"""Causes of other gradients: scaled, missing, left over, split at ties."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.causes.resimulation import fitted
from porter.equivalence.compare import alike, distance, norm, ratio
from porter.equivalence.events import Arrays
from porter.equivalence.verdict.construction import listed
from porter.equivalence.verdict.model import Phase

ZERO_GRAD = "call optimizer.zero_grad() before backward() in the original, or add up in the port"


def scaled(case: Case) -> Cause | None:
    """All gradients are the same multiple; the loss may be too: a sum for a mean, or the sign."""
    if case.phase not in (Phase.LOSS, Phase.GRADIENTS):
        return None
    factor = _multiple(case, *case.raw)
    if factor is None:
        return None
    loss = loss_factor(case)
    same_loss = loss is not None and np.isclose(loss, factor, rtol=_close(case), atol=0)
    what = "loss and gradients" if same_loss else "gradients"
    if np.isclose(factor, -1, rtol=_close(case)):
        text = f"the port's {what} have the other sign"
        return Cause(
            "gradient sign", text, "gradient descent needs the loss, ascent minus the gain"
        )
    text = f"the port's {what} are {factor:.6g} times the original's"
    size = max(abs(factor), 1 / abs(factor))
    if same_loss and np.isclose(size, round(size), rtol=1e-6) and round(size) > 2:
        text += f": a sum for a mean, if {round(size)} numbers are reduced"
        advice = "use tf.reduce_mean where the original has a mean"
        return Cause("reduction", text, advice, Confidence.LIKELY)
    advice = "compare what the loss is multiplied with"
    return Cause("gradient scaled", text, advice, Confidence.LIKELY)


def no_gradient(case: Case) -> Cause | None:
    """Some parameters get no gradient in the port, or zeros."""
    steps = case.steps()
    if case.phase is not Phase.GRADIENTS or steps is None:
        return None
    expected, actual = steps[0].gradients, steps[1].gradients
    lost = [p for p, g in expected.items() if g.any() and not actual.get(p, np.zeros(1)).any()]
    if not lost:
        return None
    text = f"in the port no gradient reaches {listed(lost)}"
    advice = (
        "the forward pass belongs inside the tape, without stop_gradient or .numpy(); a variable "
        "that is an argument of a tf.function has no gradient"
    )
    return Cause("gradient missing", text, advice)


def left_over(case: Case) -> Cause | None:
    """One program adds to the gradients of an earlier backward pass: .grad was not cleared."""
    steps, before, window = case.steps(), case.steps(-1), case.window(-1)
    if case.phase not in (Phase.GRADIENTS, Phase.CLIPPING) or steps is None or before is None:
        return None
    for side, program in enumerate(("original", "port")):
        given, raw = steps[side].gradients, case.raw[side]
        rest = {path: given[path] - raw[path] for path in given if path in raw}
        passes = [pair[side].gradient for pair in (window.backward if window else [])]
        for earlier in (before[side].gradients, *(event.arrays for event in passes if event)):
            if _equal(rest, earlier):
                text = f"the {program} adds the gradients of an earlier backward pass"
                advice = (
                    ZERO_GRAD if program == "original" else "start from new gradients each time"
                )
                return Cause("stale gradient", text, advice)
    return None


def tie(case: Case) -> Cause | None:
    """At equal values, torch.max and min of two tensors share the gradient, TensorFlow does not."""
    if case.phase is not Phase.GRADIENTS or not same_loss(case):
        return None
    expected, actual = case.raw
    wrong = [difference.path for difference in case.divergence.differences]
    for one, other in combinations(wrong, 2):
        if one not in actual or other not in actual or expected[one].shape != expected[other].shape:
            continue
        sums = [{"": side[one] + side[other]} for side in (expected, actual)]
        if _equal(*sums):
            text = f"{one} and {other} share their gradient differently: the values are equal"
            advice = "half of the gradient belongs to either at a tie: use porter's minimum/maximum"
            return Cause("tie gradients", text, advice)
    return None


def missing_stop_gradient(case: Case) -> Cause | None:
    """The same loss with other gradients: a part of it is a constant in one program only."""
    if case.phase is not Phase.GRADIENTS or not same_loss(case):
        return None
    if _multiple(case, *case.raw) is not None:
        return None
    text = (
        "the loss is the same, its gradients are not: a part of it is constant in one program only"
    )
    advice = "wrap what the original detaches, or computes under no_grad, in tf.stop_gradient"
    return Cause("missing stop_gradient", text, advice, Confidence.LIKELY)


def same_loss(case: Case) -> bool:
    factor = loss_factor(case)
    return factor is not None and bool(np.isclose(factor, 1, rtol=_close(case), atol=0))


def loss_factor(case: Case) -> float | None:
    """The port's loss as a multiple of the original's, if all of the window's are the same."""
    window = case.window()
    losses = [
        (torch.loss.arrays["loss"], port.loss.arrays["loss"])
        for torch, port in (window.backward if window else ())
    ]
    factors = [a.item() / e.item() for e, a in losses if e.size == a.size == 1 and e.any()]
    return factors[0] if factors and np.allclose(factors, factors[0], rtol=_close(case)) else None


def _multiple(case: Case, expected: Arrays, actual: Arrays) -> float | None:
    """The k for which all of the port's gradients are k times the original's; not 1."""
    shared, actual = alike(expected, actual)
    if not shared:
        return None
    factor = fitted(
        np.concatenate([np.ravel(array) for array in shared.values()]),
        np.concatenate([np.ravel(actual[path]) for path in shared]),
    )
    scaled = {path: factor * array for path, array in shared.items()}
    rest = ratio(distance(scaled, actual), norm(shared))
    fits = factor and rest < _close(case) and abs(factor - 1) > 10 * _close(case)
    return factor if fits else None


def _equal(rest: Arrays, other: Arrays) -> bool:
    """Whether the arrays are equal up to rounding, and not zero."""
    ours, theirs = alike(rest, other)
    return bool(ours) and len(ours) == len(rest) and distance(ours, theirs) < 1e-6 * norm(ours)


def _close(case: Case) -> float:
    return 1e-4 if case.single else 1e-8
