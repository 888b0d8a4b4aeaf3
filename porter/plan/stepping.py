"""Whether an optimizer steps in a suite."""

from __future__ import annotations

import libcst as cst

from porter.plan.caller_tape import caller_tape_call
from porter.plan.places import body_of
from porter.plan.updates import Finder


def steps_in(finder: Finder, suite: cst.CSTNode) -> bool:
    """Also under its conditions, and in a function that gets the loss."""
    return any(
        finder.api(s) == "Optimizer.step"
        or caller_tape_call(finder.facts, s) is not None
        or (isinstance(s, (cst.If, cst.Else)) and steps_in(finder, s.body))
        or (isinstance(s, cst.If) and s.orelse is not None and steps_in(finder, s.orelse))
        for s in (body_of(suite) if not isinstance(suite, (cst.If, cst.Else)) else [suite])
    )
