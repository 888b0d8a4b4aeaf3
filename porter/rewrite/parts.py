"""The plan by statement: which tape opens here, which update or sum a line is a part of."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.plan.model import Acting, Body, Leaf, Plan, Sum, Update


def anchors_of(plan: Plan) -> dict[cst.CSTNode, list[Body]]:
    """The train bodies that are defined beside a statement."""
    found: dict[cst.CSTNode, list[Body]] = {}
    for body in plan.bodies:
        found.setdefault(body.anchor, []).append(body)
    return found


def tapes_of(plan: Plan) -> dict[cst.CSTNode, Update | Leaf | Acting]:
    """The tapes that open outside of train bodies, by their first statements."""
    found = openings([u for u in plan.eager if not u.caller_tape])
    found.update({one.first: one for one in plan.acting})
    found.update({leaf.first: leaf for leaf in plan.leaves})
    outlined = {update.backward for body in plan.bodies for update in body.updates}
    summed = [update for one in plan.sums for update in one.updates]
    found.update(openings([update for update in summed if update.backward not in outlined]))
    return found


def openings(updates: Sequence[Update]) -> dict[cst.CSTNode, Update | Leaf | Acting]:
    """The tapes of updates by their first statements: some have several pieces."""
    found: dict[cst.CSTNode, Update | Leaf | Acting] = {}
    for update in updates:
        found.update({piece.first: piece for piece in update.pieces})
        if not update.pieces:
            found[update.first] = update.opened or update
        if update.opened is not None and update.opened.again is not None:
            found[update.opened.again] = update
    return found


def parts_of(plan: Plan) -> dict[cst.CSTNode, list[Update | Leaf]]:
    """The updates that a zero_grad, a backward, a clip or a step belongs to."""
    found: dict[cst.CSTNode, list[Update | Leaf]] = {}
    for update in plan.updates():
        for part in update.parts():
            found.setdefault(part, []).append(update)
    found.update({leaf.backward: [leaf] for leaf in plan.leaves})
    return found


def sums_of(plan: Plan) -> dict[cst.CSTNode, Sum]:
    """The sums of gradients that a statement clears, adds to, clips or applies."""
    found: dict[cst.CSTNode, Sum] = {}
    for one in plan.sums:
        backwards = (update.backward for update in (*one.updates, *one.kept))
        found.update(dict.fromkeys((*one.zeros, *one.clips, *one.steps, *backwards), one))
    return found


def cleared(facts: Facts, plan: Plan) -> bool:
    """Whether gradients are cleared before each backward: nothing is left of earlier ones."""
    backwards = sum(api.name == "Tensor.backward" for api in facts.apis.values())
    ported = {backward for update in plan.updates() for backward in update.backwards}
    ported |= {leaf.backward for leaf in plan.leaves}
    return 0 < backwards == len(ported)


def with_tape(params: cst.Parameters, name: str) -> cst.Parameters:
    """The parameters of a function that its callers lend a tape."""
    tape = cst.Param(cst.Name(name))
    return params.with_changes(kwonly_params=[*params.kwonly_params, tape])
