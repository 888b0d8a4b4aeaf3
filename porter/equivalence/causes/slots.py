"""Causes that show in the optimizer's state before they show in a weight."""

from __future__ import annotations

import numpy as np

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.causes.resimulation import Resimulation, fitted
from porter.equivalence.events import Array
from porter.equivalence.verdict.model import Phase

AVERAGES = (  # slot, power of the gradient, what its factor is called in which kind of optimizer
    ("exp_avg", 1, "beta1", "adam"),
    ("exp_avg_sq", 2, "beta2", "adam"),
    ("square_avg", 2, "alpha", "rmsprop"),
)


def other_average(case: Case) -> Cause | None:
    """A moving average with another factor: beta1, beta2 or alpha, found from the slots."""
    again = Resimulation.of(case) if case.phase in (Phase.STATE, Phase.WEIGHTS) else None
    for slot, power, name, kind in AVERAGES if again else ():
        if again is None or again.right.kind != kind:
            continue
        right = {"beta1": again.right.betas[0], "beta2": again.right.betas[1]}.get(
            name, again.right.alpha
        )
        found = [_factor(again, path, slot, power) for path in again.paths]
        factors = [factor for factor in found if factor is not None]
        if factors and len(factors) == len(found) and np.ptp(factors) < 1e-5:
            factor = float(np.mean(factors))
            if abs(factor - right) > 1e-5:
                text = f"the port's {name} is {factor:.6g}, the original's {right:g}"
                return Cause("other betas", text, f"use {name}={right:g}")
    return None


def other_buffer(case: Case) -> Cause | None:
    """The gradient enters the momentum buffer multiplied: dampened, or by the learning rate."""
    again = Resimulation.of(case) if case.phase in (Phase.STATE, Phase.WEIGHTS) else None
    if again is None or again.right.kind != "sgd" or not again.right.momentum:
        return None
    shares = []
    for path in again.paths:
        old, new = again.slots(path), again.slots(path, after=True).get("momentum_buffer")
        gradient = again.step.gradients[path]
        if new is None or again.right.weight_decay or not gradient.any():
            continue
        entered = new - again.right.momentum * old.get("momentum_buffer", np.zeros_like(new))
        share = fitted(np.ravel(gradient), np.ravel(entered))
        if not np.allclose(entered, share * gradient, rtol=0, atol=1e-6 * np.abs(new).max()):
            return None
        shares.append(share)
    if not shares or np.ptp(shares) > 1e-6 or np.isclose(shares[0], 1, rtol=1e-6):
        return None
    text = f"the gradient enters the port's momentum buffer {shares[0]:.6g} times"
    advice = "torch's buffer is momentum * buffer + gradient; the learning rate comes after it"
    return Cause("another momentum formula", text, advice)


def counter_stands_still(case: Case) -> Cause | None:
    """The count of updates does not count."""
    steps = case.steps() if case.phase in (Phase.STATE, Phase.WEIGHTS) else None
    if steps is None:
        return None
    for key, count in steps[1].slots_after.items():
        if key.endswith("/step") and key in steps[0].slots_after:
            before = steps[1].slots_before.get(key, np.zeros(()))
            if np.all(count == before) and np.any(steps[0].slots_after[key] != count):
                text = f"the port's count of updates stays at {float(np.max(count)):g}"
                advice = "count in a tf.Variable: Python code in a tf.function runs only once"
                return Cause("frozen step counter", text, advice)
    return None


def _factor(again: Resimulation, path: str, slot: str, power: int) -> float | None:
    """The factor f of new = f * old + (1 - f) * gradient ** power; None if there is none."""
    old, new = again.slots(path).get(slot), again.slots(path, after=True).get(slot)
    gradient: Array = again.step.gradients[path] ** power
    if new is None:
        return None
    old = np.zeros_like(new) if old is None else old
    share = fitted(np.ravel(gradient - old), np.ravel(new - old))
    rest = np.abs(new - old - share * (gradient - old)).max(initial=0.0)
    return 1 - share if rest <= 1e-6 * np.abs(new - old).max(initial=0.0) else None
