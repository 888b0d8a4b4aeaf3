"""Updates whose tapes reach into each other's.

Where all steps can wait for the last loss, one persistent tape does for all. Else a tape is closed
while another update steps, and goes on behind it:

    with tf.GradientTape() as actor_tape:
        action = actor(state)
    ...  # the critic's update, which takes the action as it is
    with actor_tape:
        actor_loss = -critic(state, action)

Where more than two reach into each other's, all have one persistent tape, which is closed at each
step and goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.plan.behind_the_graph import changed_behind
from porter.plan.model import Opened, Piece, Update, trained_by
from porter.plan.not_found import NotFound
from porter.plan.places import Places
from porter.plan.reading import reads_weights
from porter.plan.split_tapes import overlap
from porter.plan.together import index_of
from porter.tree import only, walk

BEGUN = "this loss begins before its branch, where the tape of another one is open"
STEPPED = "this loss uses the graph of an earlier one after its optimizer stepped"


class SharedTapes:
    """Gives the updates of a suite their tapes; `asks` tells which lines ask networks."""

    def __init__(self, facts: Facts, places: Places, asks: Callable[[cst.CSTNode], object]) -> None:
        self.facts = facts
        self.places = places
        self.asks = asks

    def of(self, updates: Sequence[Update]) -> list[Update]:
        """The updates with their tapes; raises NotFound where they can't be told apart."""
        try:
            return self._of(updates)
        except NotFound:
            found = self._in_pieces(updates)
            if found is None:
                raise
            return found

    def _in_pieces(self, updates: Sequence[Update]) -> list[Update] | None:
        """The updates of each suite on one tape, which is closed at all that takes a gradient or
        applies one; None where they are of other forms."""
        suites: dict[int, list[Update]] = {}
        for update in updates:
            suites.setdefault(id(self.places.around(update.backward)), []).append(update)
        found: list[Update] = []
        for group in suites.values():
            others = {u.backward for u in updates if u not in group}
            one = self._pieces(group, others)
            if one is None:
                return None
            found += [replace(u, persistent=True, **one) for u in group] if group[1:] else group
        return found

    def _pieces(self, updates: Sequence[Update], others: set[cst.CSTNode]) -> dict[str, Any] | None:
        """The pieces of one suite's tape; None, too, where weights change behind torch's back."""
        body = self.places.around(updates[0].backward)
        index = {s: i for i, s in enumerate(body)}
        lines = [s for u in updates for s in (*u.slice, *u.parts(), u.first, u.last)]
        if any(map(_is_special, updates)) or not all(s in index for s in lines):
            return None
        slice_ = {index[s] for u in updates for s in u.slice}
        cuts = {index[s] for u in updates for s in u.parts() if s not in u.zeros}
        first, last = min(slice_), max(cuts)
        between = range(first, last)
        cuts |= {i for i in between if not others.isdisjoint(walk(body[i]))}
        if slice_ & cuts or any(
            changed_behind(self.facts, body[first : last + 1], self._takes_gradient)
        ):
            return None
        pieces: list[Piece] = []
        for low, high in pairwise(sorted({first - 1, *cuts})):
            inside = sorted(i for i in slice_ if low < i < high)
            if inside:
                start, end = body[inside[0]], body[inside[-1]]
                name = "outer_tape" if others else "tape"  # those between are tapes, too
                pieces.append(Piece(start, end, name, goes_on=bool(pieces)))
        return {"first": pieces[0].first, "last": pieces[-1].last, "pieces": tuple(pieces)}

    def _of(self, updates: Sequence[Update]) -> list[Update]:
        """Losses that are all computed before the first step share one persistent tape."""
        found: list[Update] = []
        parted: list[Update] = []  # their tapes are closed while others step
        open_ = overlap(self.facts, updates)
        if open_ is not None:
            raise NotFound(open_.backward, "P201", BEGUN)
        for update in updates:
            if update.opened is not None:  # before the branch that it is for
                continue
            body = self.places.around(update.backward)
            index = {s: i for i, s in enumerate(body)}
            if not all(_fits(index, outer, update) for outer in parted):
                raise NotFound(update.backward, "P201", STEPPED)
            before = next((u for u in reversed(found) if u.first in index), None)
            if before is None or index[before.backward] < index[update.first]:
                found.append(update)
                continue
            first = min(before.first, update.first, key=index.__getitem__)
            last = max(before.last, update.last, key=index.__getitem__)
            together = [u for u in found if u.first is before.first]
            if not self._waits(body, (*together, update), last):
                outer = _split(body, before, update) if len(together) == 1 else None
                if outer is None:
                    raise NotFound(update.backward, "P201", STEPPED)
                found[found.index(before)] = update
                parted.append(outer)
                continue
            found = [u for u in found if u.first is not before.first]
            found += [
                replace(u, first=first, last=last, persistent=True, named=len(u.steps) > 1)
                for u in (*together, update)
            ]
        return [*found, *parted, *(update for update in updates if update.opened is not None)]

    def _takes_gradient(self, node: cst.CSTNode) -> bool:
        return self.facts.api(node) == "Tensor.backward"

    def _waits(
        self, body: Sequence[cst.CSTNode], updates: Sequence[Update], last: cst.CSTNode
    ) -> bool:
        """Whether the steps can wait until the last loss is computed: what comes before that asks
        no network for anything that they change."""
        parts = [s for u in updates for s in u.parts() if s not in u.zeros]
        early = [index_of(body, s) for s in parts if s in body]
        if not early or min(early) >= index_of(body, last):
            return True
        between = body[min(early) : index_of(body, last) + 1]
        known = {s for u in updates for s in u.parts()}
        others = [s for s in between if s not in known]
        asked = any(self.asks(s) or reads_weights(self.facts, s) for s in others)
        return not asked and all(map(only, others)) and all(s in body for s in parts)


def _is_special(update: Update) -> bool:
    """Whether more belongs to an update than its loss, backward, clips and steps."""
    return bool(
        update.renamed
        or update.opened
        or update.tape
        or update.lends
        or update.caller_tape
        or update.transplant
        or update.by_hand
        or update.adds
        or update.worked
        or update.loops
        or update.shown
    )


def _fits(index: Mapping[cst.CSTNode, int], outer: Update, inner: Update) -> bool:
    """Whether an update stands where the tape of another one is closed, or behind that one."""
    if outer.first not in index or index[outer.backward] < index[inner.first]:
        return True
    assert outer.opened is not None
    assert outer.opened.again is not None
    parts = [s for s in (inner.first, inner.last, *inner.parts()) if s not in inner.zeros]
    low, high = index[outer.opened.last], index[outer.opened.again]
    return all(s in index and low < index[s] < high for s in parts)


def _split(suite: Sequence[cst.CSTNode], outer: Update, inner: Update) -> Update | None:
    """The outer update with its tape in two pieces; None where gradients of the outer flow
    through lines of the inner, or a third one is among them."""
    index: Mapping[cst.CSTNode, int] = {statement: i for i, statement in enumerate(suite)}
    parts = (inner.last, *inner.parts(), *outer.steps, outer.backward)
    if outer.opened or outer.persistent or inner.opened or any(s not in index for s in parts):
        return None
    start = index[inner.first]
    end = max(index[s] for s in (inner.last, *inner.parts()) if s not in inner.zeros)
    flowing = sorted(index[s] for s in (*outer.slice, outer.backward) if s in index)
    early, late = [i for i in flowing if i < start], [i for i in flowing if i > end]
    if not early or len(early) + len(late) < len(flowing) or index[outer.last] < end:
        return None
    name = trained_by(outer.optimizers[0]) if outer.optimizers else ""
    again = suite[late[0]]
    opened = Opened(outer.first, suite[early[-1]], f"{name or 'first'}_tape", again=again)
    return replace(outer, opened=opened)
