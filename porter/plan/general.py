"""with_general(): the plan of a file with updates that have no form of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from porter.facts import Facts
from porter.plan.autograd import general_form
from porter.plan.lengths import with_lengths
from porter.plan.make import Planner
from porter.plan.model import Plan, Problem


def with_general(facts: Facts, told: Sequence[Problem]) -> Plan | None:
    """The plan in which what has no form of its own, of which these errors tell, has the general
    one; None if there is nothing like that."""
    planner = Planner(facts)
    general = general_form(planner.finder, planner.places, told)
    if general is None or not general.calls:
        return None
    found = Planner(facts, general).plan()
    return with_lengths(facts, replace(found, problems=(*found.problems, *general.problems)))
