"""Which names are needed where: liveness on the control flow graph.

Compilers, 2nd edition, section 9.2.5. A name is live at a point if some way from there reads it
before it is bound anew.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import libcst as cst

from porter.analysis.control_flow import ControlFlow, Join, Point
from porter.plan.effects import Effects, binding, effects, reads, targets
from porter.remembered import remembered
from porter.tree import dotted, walk

_NOTHING: frozenset[str] = frozenset()


class Liveness:
    """For every statement of a body, the names that are read behind it, loops included.

    `at_exit` are names that are read behind the body, `always` names that are read nobody knows
    when. The heads `unread` read nothing: the caller has their value.
    """

    def __init__(
        self,
        body: Sequence[cst.CSTNode],
        at_exit: Iterable[str] = (),
        always: frozenset[str] = _NOTHING,
        unread: Container[Point] = (),
    ) -> None:
        self.flow = ControlFlow(body)
        self._unread = unread
        self._always = always
        self._before: dict[Point, frozenset[str]] = {self.flow.end: frozenset(at_exit) | always}
        self._solve()

    def before(self) -> frozenset[str]:
        """The names that the body needs from before it: its upward-exposed uses."""
        return self._before[self.flow.start]

    def after(self, statement: cst.CSTNode) -> frozenset[str]:
        """The names that are needed behind a statement, when all of it is done."""
        return self._before[self.flow.behind[statement]] | self._always

    def _solve(self) -> None:
        """Backwards, until nothing is added: the sets grow, so it ends."""
        following, raising = self.flow.following, self.flow.raising
        points = [point for point in following if point is not self.flow.end]
        own = {point: self._own(point) for point in points}
        before = self._before
        before.update(dict.fromkeys(points, _NOTHING))
        changed = True
        while changed:
            changed = False
            for point in points:
                found = own[point]
                live = _NOTHING.union(*(before[then] for then in following[point]))
                # An error in the middle comes before the names are bound
                live = (live - found.kills) | found.reads | self._always
                live = live.union(*(before[then] for then in raising.get(point, ())))
                if live != before[point]:
                    before[point] = live
                    changed = True

    def _own(self, point: Point) -> Effects:
        return Effects() if point in self._unread else effects_at(point)


def effects_at(point: Point) -> Effects:
    """What a point of the graph reads and binds itself, without the suites of its statement."""
    if isinstance(point, (cst.If, cst.While)):
        return effects(point.test)
    if isinstance(point, cst.For):
        return effects(point.iter)
    if isinstance(point, cst.With):
        return _of_items(point)
    if isinstance(point, cst.Match):
        return effects(point.subject)
    if isinstance(point, cst.MatchCase):
        return _of_case(point)
    if isinstance(point, (cst.ExceptHandler, cst.ExceptStarHandler)):
        kind = reads(point.type) if point.type is not None else _NOTHING
        bound = targets(point.name.name) if point.name is not None else _NOTHING
        return Effects(kind, bound, bound)
    if isinstance(point, (Join, cst.Try, cst.TryStar)):
        return Effects()
    if isinstance(point, cst.BaseExpression):  # the target of a loop
        return binding(point)
    return effects(point)


def upward_exposed(
    body: Iterable[cst.CSTNode],
    unread: Container[Point] = (),
) -> frozenset[str]:
    """The names that a run of statements reads before it binds them."""
    return Liveness(list(body), unread=unread).before()


@remembered
def liveness(owner: cst.FunctionDef | cst.Module) -> Liveness:
    """Of a whole function or module, whose names other functions may read, too."""
    body: Sequence[cst.CSTNode]
    if isinstance(owner, cst.Module) or isinstance(owner.body, cst.IndentedBlock):
        body = owner.body if isinstance(owner, cst.Module) else owner.body.body
    else:
        body = [owner.body]  # on the line of its head
    return Liveness(body, always=read_elsewhere(body))


_SHARING = frozenset(
    {cst.FunctionDef, cst.ClassDef, cst.Lambda, cst.Global, cst.Nonlocal, cst.Call}
)


def read_elsewhere(body: Sequence[cst.CSTNode]) -> frozenset[str]:
    """The names of a function or module that may be read at any time: by functions and lambdas
    in it, by whoever shares them (`global`, `nonlocal`), by `locals()` and the like."""
    found: set[str] = set()
    for node in (n for statement in body for n in walk(statement) if type(n) in _SHARING):
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            found |= reads(node)
        elif isinstance(node, cst.Lambda):
            found |= reads(node.body) - {
                p.name.value for p in walk(node.params) if isinstance(p, cst.Param)
            }
        elif isinstance(node, (cst.Global, cst.Nonlocal)):
            found |= {item.name.value for item in node.names}
        elif isinstance(node, cst.Call) and _reads_all(node):
            found = found.union(*(effects(statement).writes for statement in body))
    return frozenset(found)


def _reads_all(call: cst.Call) -> bool:
    """`locals()`, `vars()` without an object, `eval(text)`"""
    name = dotted(call.func)
    return name in ("eval", "exec") or (name in ("locals", "vars") and not call.args)


def _of_items(node: cst.With) -> Effects:
    """A second item may read what the first one binds."""
    found, bound = _NOTHING, _NOTHING
    for item in node.items:
        found |= reads(item.item) - bound
        bound |= targets(item.asname.name) if item.asname is not None else _NOTHING
    return Effects(found, bound, bound)


def _of_case(case: cst.MatchCase) -> Effects:
    """A pattern may bind names and fail: none is surely bound."""
    parts = list(walk(case.pattern))
    names = (p.name for p in parts if isinstance(p, (cst.MatchAs, cst.MatchStar)))
    bound = frozenset(name.value for name in names if name is not None)
    found = reads(case.pattern) | (reads(case.guard) if case.guard is not None else _NOTHING)
    return Effects(found - bound, bound)
