"""Causes in normalisation: running statistics, training or evaluation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.events import Array
from porter.equivalence.verdict.model import Phase

STATISTICS = ("running_mean", "running_var")
EVALUATION = "BatchNorm in evaluation mode"
ADVICE = "Keras's momentum is 1 - torch's: BatchNormalization(momentum=0.9, epsilon=1e-5)"


def running_statistics(case: Case) -> Cause | None:
    """The running mean or variance moves another part of the way."""
    paths = [d.path for d in case.divergence.differences if d.path.endswith(STATISTICS)]
    if not paths:
        return None
    path = min(paths, key=lambda path: path.endswith("running_var"))
    assigned = case.assigned(path)
    if assigned and assigned in [edit.port for edit in case.sources.edits()]:
        return None  # no layer, a changed statement moves it
    cause = _movement(case, path)
    if cause is None or cause.name == EVALUATION:  # nothing is assigned
        return cause
    return replace(cause, port=assigned)


def _movement(case: Case, path: str) -> Cause | None:
    """How a statistic has moved since the update before, on either side."""
    previous, now = case.steps(-1), case.steps()
    if now is None:
        return None
    moved = []
    for side in (0, 1):
        start = previous[side].after.get(path) if previous else _first(case, side, path)
        if start is None:
            return None
        moved.append(now[side].before[path] - start)
    # Another network in its place would do the same, which a changed statement tells
    edited = any(case.sources.edits())
    sure = Confidence.LIKELY if edited else Confidence.PROVEN
    if not moved[1].any():
        text = f"the port does not update {path}: its layer runs in evaluation mode"
        return Cause(EVALUATION, text, "call the layer with training=True", sure)
    if not moved[0].any():
        text = f"only the port updates {path}: its layer runs in training mode"
        advice = "call the layer with training=False"
        return Cause("BatchNorm in training mode", text, advice, sure)
    factors = moved[1][moved[0] != 0] / moved[0][moved[0] != 0]
    if np.ptp(factors) > 1e-6 * np.abs(factors).max():
        return _biased(path)
    factor = float(factors.mean())
    text = f"{path} moves {factor:.6g} times as far in the port"
    return Cause("BatchNorm momentum", text, ADVICE)


def _biased(path: str) -> Cause | None:
    if not path.endswith("running_var"):
        return None
    text = f"{path} differs though the running mean is right: torch's is unbiased, Keras's is not"
    advice = "multiply the batch's variance by n / (n - 1), as porter's BatchNorm does"
    return Cause("biased running variance", text, advice, Confidence.LIKELY)


def _first(case: Case, side: int, path: str) -> Array | None:
    name, _, rest = path.partition(".")
    pair = case.networks.get(name)
    return (pair.torch, pair.port)[side].arrays.get(rest) if pair else None


def other_mode(case: Case) -> Cause | None:
    """One program normalises a layer's output over the batch, the other does not."""
    if case.phase is not Phase.FORWARD or case.events is None:
        return None
    layer, steps = case.events[0].name, case.steps()
    weights = steps[0].before if steps else {}
    if not {f"{layer}.bias", f"{layer}.running_mean"} <= weights.keys():
        return None
    bias = weights[f"{layer}.bias"]
    centred = []
    for event in case.events:
        output = event.arrays["output"]
        others = tuple(axis for axis in range(output.ndim) if axis != 1)
        centred.append(bool(np.allclose(output.mean(axis=others), bias, atol=1e-5)))
    if centred == [True, False]:
        text = f"the port's {layer} does not normalise over the batch: it runs in evaluation mode"
        return Cause(EVALUATION, text, "call it with training=True")
    if centred == [False, True]:
        text = f"the port's {layer} normalises over the batch: it runs in training mode"
        return Cause("BatchNorm in training mode", text, "call it with training=False")
    return None
