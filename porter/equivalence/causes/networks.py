"""Causes in which networks there are."""

from __future__ import annotations

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.verdict.model import Phase


def network_missing(case: Case) -> Cause | None:
    """The port builds nothing in the place of a network: mostly two names for one network."""
    torch = case.divergence.torch
    alone = case.phase is Phase.CONSTRUCTION and case.divergence.port is None
    if torch is None or not alone:
        return None
    text = f"the port builds no network in the place of {torch.name}"
    advice = "a target needs variables of its own: build it anew and set_weights"
    return Cause("network missing", text, advice)
