"""Causes in when things are done, not in how."""

from __future__ import annotations

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.verdict.model import Phase


def other_turn(case: Case) -> Cause | None:
    """Another optimizer has its turn: one of them updates at another time, or in another order."""
    if case.phase is not Phase.WEIGHTS or case.events is None:
        return None
    expected, actual = (event.name for event in case.events)
    if expected == actual:
        return None
    text = f"the original updates {expected} in this place, the port {actual}"
    return Cause("update at another time", text, "compare how often and in which order they update")
