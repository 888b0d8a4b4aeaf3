"""with_general(): the plan of a file with updates that have no form of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from porter.facts import Facts
from porter.findings import Severity
from porter.plan.autograd import general_form
from porter.plan.held_elsewhere import HeldElsewhere
from porter.plan.lengths import with_lengths
from porter.plan.make import Planner
from porter.plan.model import General, Plan, Problem

_HERE = "work on gradients in the function that takes them, behind backward()"


def with_general(facts: Facts, told: Sequence[Problem]) -> Plan | None:
    """The plan in which what has no form of its own, of which these errors tell, has the general
    one; None if there is nothing like that."""
    planner = Planner(facts)
    general = general_form(planner.finder, planner.places, told)
    held = facts.once(HeldElsewhere)
    if general is None or not (general.calls or general.grads):
        if not held.by:
            return None
        general = General()
    found = Planner(facts, general).plan()
    problems = [*found.problems, *general.problems]
    if held.by:
        why = f"{held.by}() in another file works on gradients, and this update holds none"
        problems += (
            Problem(planner.places.line(update.backward), "P201", Severity.ERROR, why, _HERE)
            for update in found.updates()
        )
    return with_lengths(facts, replace(found, problems=tuple(problems)))
