"""Functions that are made among recorded lines: whether they are called only there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

import libcst as cst

from porter.facts import Facts

T = TypeVar("T")


def outermost(
    facts: Facts, suites: Mapping[T, cst.CSTNode], lines: Mapping[T, Collection[cst.CSTNode]]
) -> list[T]:
    """Of stretches with the suites that they stand in, those that are no part of another one's
    lines."""
    return [
        one
        for one, suite in suites.items()
        if not any(_stays_inside(facts, suite, lines[o]) for o in suites if o is not one)
    ]


def _stays_inside(facts: Facts, suite: cst.CSTNode, lines: Collection[cst.CSTNode]) -> bool:
    """Whether a suite is run only with these lines around it: a function that is made there may
    be called behind them, `optimizer.step(closure)`."""
    if suite not in lines:
        return False
    open_, seen = [facts.index.function(suite)], set[cst.CSTNode | None]()
    while open_:
        function = open_.pop()
        if function in seen or function is None or function not in lines:
            continue
        seen.add(function)
        names = facts.index.names.get(function.name.value, ())
        if not all(node in lines for node in names):
            return False
        open_ += map(facts.index.function, names)  # what calls it may be called behind them
    return True
