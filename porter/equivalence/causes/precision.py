"""float32 inside a float64 run."""

from __future__ import annotations

import numpy as np

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.events import Array, Arrays
from porter.equivalence.verdict.model import Phase

INSIDE = (Phase.FORWARD, Phase.LOSS, Phase.GRADIENTS)
SMALL, ROUNDED = 1e-9, 3e-7  # what rounding to float32 (6e-8) somewhere inside leaves of itself
ADVICE = "name no dtype, or use that of the input: in a float64 run everything must be float64"


def single_precision(case: Case) -> Cause | None:
    """The port's numbers are float32's, by their dtype or because they have no more digits."""
    if case.single:
        return None
    for difference in case.divergence.differences:
        if difference.kind == "dtype":
            text = f"{difference.path}: {difference.text}"
            return Cause("float32 in a float64 run", text, ADVICE)
    if case.events is None or not case.divergence.differences or case.divergence.error > 1e-5:
        return None
    expected, actual = (_numbers(event.arrays) for event in case.events)
    if _is_single(actual) and not _is_single(expected):
        text = "the port's numbers have no more digits than float32"
        return Cause("float32 in a float64 run", text, ADVICE)
    if case.phase in INSIDE and SMALL < case.divergence.error < ROUNDED:
        text = f"the error, {case.divergence.error:.1e}, is that of numbers rounded to float32"
        return Cause("float32 in a float64 run", text, ADVICE, Confidence.LIKELY)
    return None


def _numbers(arrays: Arrays) -> Array:
    floats = [np.ravel(a) for a in arrays.values() if a.dtype == np.float64 and a.size]
    return np.concatenate(floats) if floats else np.zeros(0)


def _is_single(numbers: Array) -> bool:
    return bool(numbers.size) and bool(np.all(numbers.astype(np.float32) == numbers))
