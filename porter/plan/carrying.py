"""The names that a gradient comes through by the lines of a suite, for what functions read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import libcst as cst

from porter.plan.callees import models
from porter.plan.effects import effects

if TYPE_CHECKING:
    from porter.plan.slices import Slices


@contextmanager
def carrying(
    slices: Slices, lines: Sequence[cst.CSTNode], known: frozenset[str] = frozenset()
) -> Iterator[None]:
    """Within this, slices know what a gradient comes through behind these lines."""
    outer, slices.carrying = slices.carrying, set(known)
    try:
        for line in lines:
            if slices.goes_back(line):
                slices.carrying -= effects(line).writes
            else:
                new = slices.carried(line, slices.carrying)
                slices.carrying |= new - models(slices.facts, line)
        yield
    finally:
        slices.carrying = outer
