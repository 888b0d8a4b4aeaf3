"""Tapes in tapes: a gradient of a gradient, a penalty on a gradient in the loss of an update."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from porter.plan.effects import effects
from porter.plan.model import Gradient


def beside(
    suite: Sequence[cst.CSTNode], before: Sequence[Gradient], new: Gradient
) -> list[Gradient] | None:
    """A gradient with the earlier ones of its suite, whose tapes it shares, or has inside of its
    own; None if it can do neither."""
    index = {statement: i for i, statement in enumerate(suite)}
    found = list(before)
    for i in reversed(range(len(found))):
        old = found[i]
        if index[new.first] > index[old.statement] or new.first is old.statement is new.statement:
            continue
        last = _last(index, new)
        if last >= index[old.statement]:  # it goes through the earlier one
            first = min(old.first, new.first, key=index.__getitem__)
            new = replace(new, first=first)
        elif old.last is not None and new.last is not None:
            found, new = _shared(index, found, old, new)
        else:
            return None
    placed = [*found, new]
    return None if any(_bound(suite, index, one) for one in placed) else placed


def _last(index: Mapping[cst.CSTNode, int], one: Gradient) -> int:
    """Where a gradient's tape closes: behind this statement."""
    return index[one.last] if one.last is not None else index[one.statement] - 1


def _shared(
    index: Mapping[cst.CSTNode, int], found: Sequence[Gradient], old: Gradient, new: Gradient
) -> tuple[list[Gradient], Gradient]:
    """Two gradients of what one tape recorded: it is persistent."""
    assert old.last is not None
    assert new.last is not None
    mates = [one for one in found if one.first is old.first and one.last is old.last]
    first = min(old.first, new.first, key=index.__getitem__)
    last = max(old.last, new.last, key=index.__getitem__)
    watched = tuple(dict.fromkeys((*old.watched, *new.watched)))
    mixed = tuple(dict.fromkeys((*old.mixed, *new.mixed)))

    def merged(one: Gradient) -> Gradient:
        return replace(one, first=first, last=last, watched=watched, mixed=mixed, persistent=True)

    return [merged(one) if one in mates else one for one in found], merged(new)


def _bound(suite: Sequence[cst.CSTNode], index: Mapping[cst.CSTNode, int], one: Gradient) -> bool:
    """Whether a name that the tape is told to watch is bound under it, too late."""
    inside = suite[index[one.first] : index[one.statement]]
    return any(effects(s).kills & {*one.watched, *one.mixed} for s in inside)


def around(
    suite: Sequence[cst.CSTNode], gradients: Sequence[Gradient], first: int, last: int
) -> int:
    """Where the tape of an update opens, lest it open in the middle of a gradient's."""
    index = {statement: i for i, statement in enumerate(suite)}
    for one in gradients:
        if one.statement in index and index[one.first] < first <= _last(index, one) < last:
            first = index[one.first]
    return first


def crosses(
    suite: Sequence[cst.CSTNode],
    one: Gradient,
    first: cst.CSTNode,
    last: cst.CSTNode,
    whole: bool = False,
) -> bool:
    """Whether a gradient's tape reaches over an end of a run of statements; also where all of the
    gradient has to be in it or out of it."""
    index = {statement: i for i, statement in enumerate(suite)}
    if not {one.statement, first, last} <= index.keys():
        return False
    whole = whole or one.last is None  # the outputs have no name: they stand at the call
    start, end = index[one.first], index[one.statement] if whole else _last(index, one)
    low, high = index[first], index[last]
    inside = low <= start and end <= high
    return not (inside or end < low or start > high)
