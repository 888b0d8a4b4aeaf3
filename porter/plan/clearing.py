"""Gradients that are cleared by hand, and those that an earlier backward may have left.

Where a gradient is cleared before its backward, nothing can be left in it. Where it is cleared
behind the step, every other backward that reaches the same parameters has to do so as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from porter.codegen import code
from porter.findings import Severity
from porter.kinds import Parameters
from porter.plan.model import Leaf, Problem, Update
from porter.plan.owners import Owners

_HINT = "clear it right before this backward"


@dataclass(frozen=True)
class _Site:
    """What one backward adds gradients to."""

    backward: cst.CSTNode
    name: str  # of a leaf, or of a network
    leaf: bool
    early: bool  # it is cleared before the backward
    late: bool  # it is cleared behind the step


def leftovers(
    owners: Owners, leaves: Sequence[Leaf], updates: Sequence[Update]
) -> Iterator[Problem]:
    """The backwards that may add to what another one has left."""
    by_hand = [*_of_leaves(leaves), *_by_hand(owners, updates)]
    optimized = [site for update in updates for site in _optimized(owners, update)]
    for site in by_hand:
        others = (other for other in (*by_hand, *optimized) if _same(owners, site, other))
        if not site.early and any(not other.late for other in others):
            message = f"an earlier backward may have left gradients in {site.name}"
            yield Problem(site.backward, "P202", Severity.ERROR, message, _HINT)


def _same(owners: Owners, one: _Site, other: _Site) -> bool:
    """Whether two backwards, not the same one, may add to the same gradients."""
    if one.backward is other.backward or one.leaf != other.leaf:
        return False
    if one.leaf or one.name == other.name:
        return one.name == other.name
    return not owners.disjoint(one.name, other.name)


def _of_leaves(leaves: Sequence[Leaf]) -> Iterator[_Site]:
    for leaf in leaves:
        if leaf.starts:  # its gradients add up in the port as well
            continue
        for name in leaf.leaves:
            yield _Site(leaf.backward, name, True, name in leaf.early, name in leaf.late)


def _by_hand(owners: Owners, updates: Sequence[Update]) -> Iterator[_Site]:
    for update in updates:
        over = update.by_hand
        if over is None:
            continue
        names = [code(e.value) for e in over.elements] if isinstance(over, cst.Tuple) else []
        for name in names:
            yield _Site(update.backward, name, True, update.early, update.late)
        if not names:
            network = isinstance(owners.facts.kind(over), Parameters)
            name = code(over).removesuffix(".parameters()")
            yield _Site(update.backward, name, not network, update.early, update.late)


def _optimized(owners: Owners, update: Update) -> Iterator[_Site]:
    for optimizer in update.optimizers:
        for name in owners.networks(optimizer):
            yield _Site(update.backward, name, False, True, False)
