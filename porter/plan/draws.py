"""Acting: the lines that ask a policy and draw an action from its distribution.

In eager mode a distribution takes a dozen calls of TensorFlow, the network not counted; in a
`@tf.function` all are one. porter.rearrange.drawn divides lines that draw and convert at once.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

import libcst as cst

from porter.facts import Facts
from porter.plan.effects import effects, reads
from porter.plan.forwards import changes
from porter.plan.host_data import takes_data, without
from porter.plan.model import Acting, Body, Plan
from porter.plan.outline import Outliner
from porter.plan.places import Place, Places, body_of
from porter.plan.recorded import functions_called, giving_functions, recorded_functions
from porter.plan.region import Refusal
from porter.plan.target_updates import repeats
from porter.plan.traceable import Traceable
from porter.plan.updates import Finder
from porter.tree import only, walk


def policy_draws(
    finder: Finder,
    places: Places,
    outliner: Outliner,
    plan: Plan,
    held: Iterable[cst.CSTNode],
    traced: Iterable[cst.CSTNode],
) -> list[Body]:
    """Bodies for such lines where no tape may be open. `held` are the lines of the plan's updates
    in eager mode; `traced` is in graphs, functions among it."""
    facts, gradients = finder.facts, finder.gradients
    acting = (*finder.recordings.acting(), *plan.general.recordings)
    made = facts.once(distribution_lines)
    if not made:
        return []
    spans: list[Body | Acting] = [*plan.bodies, *acting]
    lines = [*held, *(line for one in spans for line in places.span(one.first, one.last))]
    lines += (part for one in plan.sums for part in (*one.zeros, *one.steps, *one.clips))
    lines += (line for one in gradients for line in places.span(one.first, one.statement))
    lines += (u.caller_tape.body for u in plan.updates() if u.caller_tape is not None)
    closed = {*traced, *recorded_functions(facts, replace(plan, acting=acting))}
    closed |= functions_called(facts, lines)
    if any(facts.importers()):
        closed |= giving_functions(facts)
    nodes = frozenset(node for line in lines for node in walk(line))
    return list(_Draws(facts, places, outliner, closed, nodes).found(made))


def distribution_lines(facts: Facts) -> tuple[cst.SimpleStatementLine, ...]:
    """All lines that make a distribution."""
    parts = facts.index.all(cst.Name, cst.Call)
    found = [part for part in parts if facts.is_distribution(facts.kind(part))]
    near = {above for part in found for above in facts.index.above(part)}
    lines = (line for line in facts.index.all(cst.SimpleStatementLine) if line in near)
    return tuple(line for line in lines if makes_distribution(facts, line))


def makes_distribution(facts: Facts, statement: cst.CSTNode) -> bool:
    """`dist = Normal(mean, std)`, `dist, value = policy(state)`, `return Normal(…).sample()`"""
    small = only(statement)
    targets = small.targets if isinstance(small, cst.Assign) else ()
    names = [n for t in targets for n in walk(t.target) if isinstance(n, cst.Name)]
    calls = [n for n in walk(small) if isinstance(n, cst.Call)] if small is not None else []
    return any(facts.is_distribution(facts.kind(node)) for node in (*names, *calls))


def may_act(facts: Facts, traceable: Traceable, place: Place, line: cst.CSTNode) -> bool:
    """Whether a line of this suite may be one of acting: it runs again and again, and is in no
    method that is called through graph()."""
    info = facts.defined_at(place.owner)
    if place.cls is not None and place.receiver != "self":
        return False
    if info is not None and info.cls is not None and info.cls.is_module:
        if info.node.name.value == "forward" or traceable.function(info.name) is None:
            return False
    return repeats(facts, line)


class _Draws:
    def __init__(
        self,
        facts: Facts,
        places: Places,
        outliner: Outliner,
        closed: Container[cst.CSTNode],
        held: frozenset[cst.CSTNode],
    ) -> None:
        self.facts = facts
        self.places = places
        self.outliner = outliner
        self.closed = closed
        self.held = held

    def found(self, made: Iterable[cst.CSTNode]) -> Iterator[Body]:
        for line in made:
            if line in self.held:
                continue
            place = self.places.place(self.facts.index.parents[line])
            if not self._may_act(place, line):
                continue
            lines = self._lines(body_of(place.suite), line)
            body = self._body(place, lines) if lines else None
            if body is not None:
                self.held = self.held.union(body.graph)
                yield body

    def _may_act(self, place: Place, line: cst.CSTNode) -> bool:
        """In host code that runs again and again."""
        closed = any(function in self.closed for function in (place.owner, *place.around))
        return not closed and may_act(self.facts, self.outliner.regions.traceable, place, line)

    def _lines(self, suite: Sequence[cst.CSTNode], made: cst.CSTNode) -> tuple[cst.CSTNode, ...]:
        """From the forward pass to the last line that asks the distribution; none where one of
        them can't be traced."""
        at = next(i for i, s in enumerate(suite) if s is made)
        needed, first = reads(made), at
        asks = self.outliner.regions.reading.networks
        lines = [made]
        for i in reversed(range(at)):
            written = effects(suite[i]).writes & needed
            if not written or (takes_data(self.facts, suite[i]) and not asks(suite[i])):
                continue
            if not self._is_traceable(suite[i]):
                break
            first, lines = i, [suite[i], *lines]
            needed |= reads(suite[i])
        computed = effects(made).writes
        for statement in suite[at + 1 :]:
            reached = asks(statement) or computed & reads(statement)
            if reached and self._is_traceable(statement):
                lines.append(statement)
                computed |= effects(statement).writes
        fit = any(map(asks, lines)) and all(map(self._is_traceable, lines))
        return tuple(lines) if fit and suite[first] is lines[0] else ()

    def _is_traceable(self, statement: cst.CSTNode) -> bool:
        if not self.held.isdisjoint(walk(statement)):  # or only a part of it
            return False
        regions = self.outliner.regions
        if not isinstance(statement, cst.SimpleStatementLine) or regions.alone(statement):
            return False
        nodes = without(statement, regions.traceable.data)
        return not any(changes(self.facts, n) for n in nodes if isinstance(n, cst.Name))

    def _body(self, place: Place, lines: Sequence[cst.CSTNode]) -> Body | None:
        owner = None if place.loop is not None else place.owner
        name = "act" if owner is None else f"{owner.name.value.strip('_')}_body"
        try:
            return self.outliner.body(
                place,
                [],
                self.held,
                at=tuple(lines),
                name=f"_{name}" if place.cls is not None else name,
            )
        except Refusal:
            return None  # it stays in eager mode
