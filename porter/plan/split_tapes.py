"""Split tapes: losses of a branch that begin before it have a tape of two pieces.

with tf.GradientTape() as actor_tape:
    action = actor(states)
if turn % delay == 0:
    with actor_tape:
        loss = -critic(states, action)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import libcst as cst

from porter.facts import Facts
from porter.plan.effects import effects
from porter.plan.escaping import EscapingGradients
from porter.plan.model import Opened, Update, trained_by
from porter.plan.slices import Slices
from porter.plan.together import index_of
from porter.tree import walk


@dataclass(frozen=True)
class SplitTape:
    """Where the tape opens and closes before the branch, and where it goes on in it."""

    first: cst.CSTNode
    last: cst.CSTNode
    again: cst.CSTNode | None  # None: nothing of the branch needs it
    slice: frozenset[cst.CSTNode]

    def opened(self, optimizer: cst.BaseExpression) -> Opened:
        """The first piece, under a name that no other tape has."""
        name = trained_by(optimizer)
        name = "first" if name in ("", "opt", "optim", "optimizer") else name
        return Opened(self.first, self.last, f"{name}_tape", again=self.again)


def split_tape(
    slices: Slices,
    escaping: EscapingGradients,
    suite: Sequence[cst.CSTNode],
    backward: cst.CSTNode,
    loss: cst.BaseExpression,
    optimizer: cst.BaseExpression,
) -> SplitTape | None:
    """The pieces, if all that a loss needs from before its suite is computed in one around it."""
    at = index_of(suite, backward)
    slices.slice(suite, at, loss)
    names = slices.open
    passed: list[tuple[Sequence[cst.CSTNode], int, frozenset[str]]] = []
    for outer, place in _around(slices.facts, suite):
        first, _, flowing = slices.slice(outer, place, names)
        if first is None:
            passed.append((outer, place, names))
            names = slices.open
            continue
        known = frozenset[str]().union(*(effects(s).writes for s in flowing)) & names
        between = (slices.slice(*level, known)[2] for level in passed)
        if any(between) or any(escaping.sources(outer, place, names, optimizer)):
            return None  # there would be three pieces
        again, _, inner = slices.slice(suite, at, loss, known)
        if again is None and not isinstance(loss, cst.Name):
            again = backward
        last = max(flowing, key=lambda s: index_of(outer, s))
        return SplitTape(first, last, again, flowing | inner)
    return None


def before(slices: Slices, suite: Sequence[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    """The statements around a branch that the last slice, which is of it, goes on from."""
    names = slices.open
    for outer, place in _around(slices.facts, suite):
        yield from slices.slice(outer, place, names)[2]
        names = slices.open


def _around(
    facts: Facts, suite: Sequence[cst.CSTNode]
) -> Iterator[tuple[Sequence[cst.CSTNode], int]]:
    """The suites around one that is a branch, or a branch in a branch, and where it stands."""
    above = [*facts.index.above(suite[0])]
    for inner, outer in pairwise(above):
        if isinstance(outer, (cst.IndentedBlock, cst.Module)):
            yield outer.body, index_of(outer.body, inner)
        elif not isinstance(outer, (cst.If, cst.Else)):
            return


def overlap(facts: Facts, updates: Sequence[Update]) -> Update | None:
    """An update of a branch whose tape can't open before it: another one's is open there."""
    for one in updates:
        opened = one.opened
        if opened is None:
            continue
        outer = facts.index.parents[opened.first].body  # type: ignore[attr-defined]
        low, high = index_of(outer, opened.first), index_of(outer, opened.last)
        inside = {node for s in outer[low : high + 1] for node in walk(s)}
        branch = next(i for i, s in enumerate(outer) if one.backward in {*walk(s)})
        for other in (other for other in updates if other is not one):
            if not inside.isdisjoint({other.first, other.last, *other.parts()}):
                return one
            if other.first in outer and other.last in outer:
                last = other.opened.last if other.opened is not None else other.last
                if index_of(outer, other.first) <= low <= index_of(outer, last):
                    return one
            # two tapes of one name
            if other.opened is not None and other.opened.tape == opened.tape:
                if other.first in outer[low:branch]:
                    return one
    return None
