"""Causes of another action from equal weights."""

from __future__ import annotations

import numpy as np

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.verdict.model import Phase


def argmax_tie(case: Case) -> Cause | None:
    """Two actions are of equal value: which one argmax takes is no property of the agent."""
    if case.phase is not Phase.ACTIONS or case.events is None:
        return None
    expected, actual = (event.arrays["action"] for event in case.events)
    if expected.size != 1 or expected.dtype.kind not in "iu":
        return None
    for name, pair in case.outputs.items():
        values = np.ravel(pair.torch.arrays["output"])
        chosen = int(expected.item()), int(actual.item())
        if values.size <= max(chosen) or min(chosen) < 0:
            continue
        one, other = values[chosen[0]], values[chosen[1]]
        if one == values.max() and np.isclose(one, other, rtol=1e-6 if case.single else 1e-12):
            text = f"actions {chosen[0]} and {chosen[1]} have the same value in {name}'s output"
            return Cause(
                "argmax tie", text, "nothing is wrong: perturb the first weights to avoid it"
            )
    return None
