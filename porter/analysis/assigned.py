"""Which names are surely bound at a line: definite assignment on the control flow graph.

The names that every way to a point binds (Compilers, 2nd edition, section 9.2.6, with "must" in
place of "may").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import libcst as cst

from porter.analysis.control_flow import ControlFlow, Point
from porter.analysis.liveness import effects_at


class Assigned:
    """For every statement of a body, the names that are bound before it on each way there."""

    def __init__(self, body: Sequence[cst.CSTNode], given: Iterable[str] = ()) -> None:
        flow = ControlFlow(body)
        self._before: dict[Point, frozenset[str]] = {flow.start: frozenset(given)}
        open_ = [flow.start]
        while open_:
            point = open_.pop()
            here = self._before[point]
            done = here | effects_at(point).kills
            ways = [(then, done) for then in flow.following[point]]
            # An error in the middle comes before the names are bound
            ways += [(then, here) for then in flow.raising.get(point, ())]
            for then, names in ways:
                known = self._before.get(then)
                now = names if known is None else known & names
                if now != known:
                    self._before[then] = now
                    open_.append(then)

    def before(self, statement: cst.CSTNode) -> frozenset[str]:
        """The names that are surely bound; none where no way leads to the statement."""
        return self._before.get(statement, frozenset())
