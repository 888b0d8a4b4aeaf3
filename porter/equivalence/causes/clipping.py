"""Causes between the gradients and the optimizer: how they are clipped."""

from __future__ import annotations

import numpy as np

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.causes.resimulation import fitted
from porter.equivalence.compare import distance, norm
from porter.equivalence.events import Arrays
from porter.equivalence.verdict.model import Phase

MULTIPLIED = "not at all, but multiplies"


def clipping(case: Case) -> Cause | None:
    """What each program did to the same gradients: nothing, by value, by norm, each by its norm."""
    steps = case.steps()
    if case.phase is not Phase.CLIPPING or steps is None:
        return None
    raw = {p: g for p, g in case.raw[0].items() if p in steps[0].gradients}
    theirs, ours = ({p: s.gradients[p] for p in raw if p in s.gradients} for s in steps)
    wanted, found = _way(raw, theirs), _way(raw, ours)
    if wanted is None or found is None or not raw:
        return None
    (expected, limit), (actual, other) = wanted, found
    if MULTIPLIED in (expected, actual):
        factor = norm(ours) / norm(theirs)
        text = f"the gradients that the optimizer is given are {factor:.6g} times the original's"
        return Cause("gradient scaled", text, "give it the gradients as they are")
    text = f"the original clips {expected} ({limit:.6g}), the port {actual} ({other:.6g})"
    if actual == "nothing":
        name, text = "clip missing", f"the port does not clip; the original clips {expected}"
    elif expected == "nothing":
        name, text = "clip not in the original", f"the port clips {actual} ({other:.6g})"
    elif expected != actual:
        name = "clip by value or by norm"
    else:
        off = abs(other / limit - 1)
        small = off < 1e-3 and expected == "by the global norm"
        name = "1e-6 in the norm" if small else "another clipping limit"
    advice = "clip as the original: porter's clip_grad_norm and clip_grad_value are torch's"
    return Cause(name, text, advice)


def _way(raw: Arrays, given: Arrays) -> tuple[str, float] | None:
    """How these gradients were clipped, and the limit; None if in no known way."""
    if given.keys() != raw.keys():
        return None
    if _same(raw, given):
        return "nothing", 0.0
    pairs = [(np.ravel(raw[path]), np.ravel(given[path])) for path in raw]
    before, after = (np.concatenate(arrays) for arrays in zip(*pairs))
    factor = fitted(before, after)
    if _same({path: factor * array for path, array in raw.items()}, given):
        return ("by the global norm", norm(given)) if factor < 1 else (MULTIPLIED, factor)
    highest = float(np.abs(after).max())
    if _same({path: np.clip(array, -highest, highest) for path, array in raw.items()}, given):
        return "by value", highest
    norms = {path: float(np.linalg.norm(array)) for path, array in given.items()}
    greatest = max(norms.values())
    each = {
        path: array * min(1.0, greatest / max(float(np.linalg.norm(array)), 1e-300))
        for path, array in raw.items()
    }
    return ("each by its own norm", greatest) if _same(each, given) else None


def _same(expected: Arrays, actual: Arrays) -> bool:
    return distance(expected, actual) <= 1e-12 * norm(expected)
