"""Causes of another loss that its gradients tell of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.events import Array
from porter.equivalence.verdict.model import Phase


def not_reduced(case: Case) -> Cause | None:
    """The loss is an array in one program: TensorFlow's gradient is that of its sum."""
    if case.phase is not Phase.LOSS or case.events is None:
        return None
    expected, actual = (event.arrays["loss"].shape for event in case.events)
    if expected == actual or np.prod(expected) == np.prod(actual):
        return None
    text = f"the original's loss has the shape {expected}, the port's {actual}"
    return Cause(
        "reduction", text, "reduce the loss as the original does, mostly by tf.reduce_mean"
    )


def broadcast(case: Case) -> Cause | None:
    """(N, 1) against (N,) makes an (N, N): a squared error with every pair of the batch.

    Its mean is another, but its gradient for the bias of the last layer is still 2 * (mean of the
    predictions - mean of the goals): that gradient is right, those of the weights are wrong.
    """
    if case.phase is not Phase.LOSS:
        return None
    expected, actual = case.raw
    shared = [path for path in expected if path in actual]
    right = {path for path in shared if _close(case, expected[path], actual[path])}
    for path in right:
        owner, _, leaf = path.rpartition(".")
        if leaf == "bias" and f"{owner}.weight" in set(shared) - right and expected[path].any():
            text = (
                f"the loss pairs each prediction with every goal: only {path}'s gradient is right"
            )
            advice = "give both the same shape: a difference of (N, 1) and (N,) is (N, N)"
            return Cause("(N, 1) against (N,)", text, advice, Confidence.LIKELY)
    return None


def target_in_the_loss(case: Case) -> Cause | None:
    """The losses are the same until a target network moves for the first time.

    A target that follows before the optimizer's step instead of after it is the same one at every
    step, but not in the loss; neither is the trained network in the place of its target.
    """
    now, before = case.steps(), case.steps(-1)
    if case.phase is not Phase.LOSS or now is None or before is None:
        return None
    for path, first in _first_weights(case):
        was, is_now = (steps[0].before.get(path) for steps in (before, now))
        if path in case.owners or was is None or is_now is None:
            continue
        if np.array_equal(was, first) and not np.array_equal(is_now, first):
            target = path.split(".")[0]
            text = f"the loss was the same until {target} moved: it is computed with another state"
            advice = f"is {target} updated before the step, or another network used in its place?"
            return Cause("target network in the loss", text, advice, Confidence.LIKELY)
    return None


def _first_weights(case: Case) -> Iterator[tuple[str, Array]]:
    for name, pair in case.networks.items():
        for path, array in pair.torch.arrays.items():
            yield f"{name}.{path}", array


def _close(case: Case, expected: object, actual: object) -> bool:
    rtol = 1e-4 if case.single else 1e-8
    return bool(np.allclose(np.asarray(expected), np.asarray(actual), rtol=rtol, atol=0))
