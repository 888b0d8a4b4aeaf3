"""Under a tape: where a gradient comes through, and where it is only watched."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from porter.facts import Facts
from porter.plan.model import Plan
from porter.plan.slices import Slices


class Flowing:
    """Answers for the expressions of one file."""

    def __init__(self, facts: Facts, plan: Plan) -> None:
        self.facts = facts
        self.slices = Slices(facts)
        self._plan = plan

    def detached(self, node: cst.CSTNode) -> bool:
        """Whether what is made of an expression is detached: `torch.min(a, b).detach()`."""
        for above in self.facts.index.above(node):
            if isinstance(above, cst.Call) and not self.facts.api(above):
                return False  # who knows what it does with it
            if not isinstance(above, (cst.BaseExpression, cst.Arg)):
                return False
            if isinstance(above, cst.BaseExpression) and self.slices.ends(above):
                return True
        return False

    def through(self, node: cst.CSTNode) -> bool:
        """Whether an expression under the tape of an update may be a part of what its loss is
        made of."""
        if self._statements is None:
            return True
        return any(above in self._statements for above in self.facts.index.above(node))

    @cached_property
    def _statements(self) -> frozenset[cst.CSTNode] | None:
        """The statements that gradients flow through, None where other tapes than the updates' may
        be open."""
        plan, updates = self._plan, self._plan.updates()
        stepping = any(update.caller_tape for update in updates)
        if stepping or plan.leaves or plan.gradients or plan.acting:
            return None
        flowing = (statement for update in updates for statement in update.slice)
        parts = (part for update in updates for part in (*update.parts(), *update.losses))
        again = (statement for body in plan.bodies for statement in body.replayed)
        return frozenset((*flowing, *parts, *again))
