"""What functions read that the lines of a loss call, and that is bound elsewhere: `self.hidden` of
`loss = self.loss(batch)`, where encode() has kept it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import libcst as cst

from porter.analysis.reach import Reach
from porter.facts import Facts
from porter.plan.recorded import functions_called
from porter.tree import walk

Value = tuple[Facts, cst.BaseExpression]
_Values = Callable[[Facts, cst.CSTNode, str], Iterable[Value]]


def read_inside(
    facts: Facts, place: cst.CSTNode, lines: Iterable[cst.CSTNode], values: _Values
) -> Iterator[tuple[str, Value]]:
    """The names, and what is bound to them outside of these functions and of networks, whose own
    states are known otherwise."""
    lines = [*lines]
    calls = [n for line in lines for n in walk(line) if isinstance(n, cst.Call)]
    reach = facts.once(Reach)
    names = frozenset[str]().union(*(reach.called(c) for c in calls if not facts.api(c)))
    if not names:
        return
    inside = functions_called(facts, lines)
    for name in sorted(f"self{name}" if name.startswith(".") else name for name in names):
        for home, value in values(facts, place, name):
            info = home.class_around(value)
            if home.index.function(value) not in inside and not (info and info.is_module):
                yield name, (home, value)
