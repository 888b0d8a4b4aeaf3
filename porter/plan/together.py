"""Optimizers that step on the same losses: one update, with one gradient for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import libcst as cst

from porter.plan.model import Update


def together(suite: Sequence[cst.CSTNode], updates: Sequence[Update]) -> list[Update]:
    """Optimizers that step on the same losses are one update: one gradient for all of them."""
    found: dict[tuple[cst.CSTNode, ...], Update] = {}
    for update in updates:
        same = found.get(update.backwards)
        found[update.backwards] = (
            update
            if same is None
            else replace(
                same,
                optimizers=same.optimizers + update.optimizers,
                steps=same.steps + update.steps,
                zeros=same.zeros + update.zeros,
                first=_first(suite, same, update),
                last=max(same.last, update.last, key=lambda s: index_of(suite, s)),
                opened=same.opened or update.opened,
                slice=same.slice | update.slice,
            )
        )
    return [replace(update, named=_named(suite, update, updates)) for update in found.values()]


def _first(suite: Sequence[cst.CSTNode], one: Update, other: Update) -> cst.CSTNode:
    """Where the tape of both opens."""
    opened = one.opened or other.opened
    if opened is not None:
        return opened.first
    return min(one.first, other.first, key=lambda s: index_of(suite, s))


def _named(suite: Sequence[cst.CSTNode], update: Update, updates: Iterable[Update]) -> bool:
    """Whether another gradient is taken before the last step on this one's."""
    start, end = index_of(suite, update.backward), index_of(suite, update.steps[-1])
    between = suite[start + 1 : end]
    return len(update.steps) > 1 or any(
        part in between
        for other in updates
        for part in (*other.backwards, *other.steps)
        if part not in update.backwards and part not in update.steps
    )


def span(
    suite: Sequence[cst.CSTNode], first: cst.CSTNode, last: cst.CSTNode
) -> Sequence[cst.CSTNode]:
    """The statements of a suite from one to another."""
    return suite[index_of(suite, first) : index_of(suite, last) + 1]


def in_turn(suite: Sequence[cst.CSTNode], updates: Sequence[Update]) -> bool:
    """Whether the losses of updates are computed one behind the other."""
    if any(u.first not in suite or u.last not in suite for u in updates):
        return False
    lines = [line for u in updates for line in span(suite, u.first, u.last)]
    return len(lines) == len({*lines})


def index_of(suite: Sequence[cst.CSTNode], statement: cst.CSTNode) -> int:
    """Where a statement stands; nodes are compared by identity."""
    return next(i for i, s in enumerate(suite) if s is statement)
