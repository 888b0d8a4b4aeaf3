"""What an update computes ahead of its loss, and Python goes on with: targets, values of a rollout.

In eager mode each operation is a call of TensorFlow; in a `@tf.function` all of them are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import libcst as cst

from porter.changes import Changes
from porter.facts import Facts
from porter.kinds import Array, Dictionary, Number, Text
from porter.kinds import Sequence as ListKind
from porter.plan.effects import reads
from porter.plan.model import Body, Sum
from porter.plan.outline import Outliner
from porter.plan.places import Places, body_of
from porter.plan.region import Refusal
from porter.plan.scopes import bindings
from porter.plan.target_updates import repeats
from porter.plan.updates import Finder
from porter.plan.whole_functions import CALL, operations
from porter.tree import children, walk


def forwards(
    finder: Finder,
    places: Places,
    outliner: Outliner,
    bodies: Sequence[Body],
    sums: Sequence[Sum],
    held: frozenset[cst.CSTNode],
) -> list[Body]:
    """Bodies for such lines in the functions that have train bodies; `held` are the lines of
    updates in eager mode."""
    summed = (part for one in sums for part in (*one.zeros, *one.steps, *one.clips))
    held = held.union(summed, (gradient.statement for gradient in finder.gradients))
    return list(_Forwards(finder.facts, places, outliner, tuple(bodies), held).found())


class _Forwards:
    def __init__(
        self,
        facts: Facts,
        places: Places,
        outliner: Outliner,
        bodies: Sequence[Body],
        held: frozenset[cst.CSTNode],
    ) -> None:
        self.facts = facts
        self.places = places
        self.outliner = outliner
        self.bodies = bodies
        lines = held.union(*(places.span(body.first, body.last) for body in bodies))
        self.held = frozenset(node for line in lines for node in walk(line))

    def found(self) -> Iterator[Body]:
        """A body for each run."""
        owners = dict.fromkeys(body.owner for body in self.bodies if body.updates)
        for owner in owners:
            if owner is None or not repeats(self.facts, owner.body.body[0]):
                continue
            for suite in _suites(owner.body):
                for run in self._runs(suite):
                    body = self._body(owner, suite, run)
                    if body is not None:
                        self.held |= {node for line in run for node in walk(line)}
                        yield body

    def _runs(self, suite: cst.CSTNode) -> Iterator[list[cst.CSTNode]]:
        """Lines in a row that a graph can do, and that are worth one."""
        run: list[cst.CSTNode] = []
        for statement in (*body_of(suite), None):
            if statement is not None and self._is_traceable(statement):
                run.append(statement)
                continue
            while run and not operations(self.facts, run[:1])[0]:
                run.pop(0)
            while run and not operations(self.facts, run[-1:])[0]:
                run.pop()
            count, networks = operations(self.facts, run)
            if networks and count > CALL:
                yield run
            run = []

    def _is_traceable(self, statement: cst.CSTNode) -> bool:
        if not self.held.isdisjoint(walk(statement)):  # or only a part of it
            return False
        names = (n for n in walk(statement) if isinstance(n, cst.Name))
        if any(changes(self.facts, name) for name in names):
            return False
        return self.outliner.regions.alone(statement) is None

    def _body(
        self, owner: cst.FunctionDef, suite: cst.CSTNode, run: Sequence[cst.CSTNode]
    ) -> Body | None:
        place = self.places.place(suite)
        stem = owner.name.value.strip("_")
        name = f"_{stem}_forward" if place.cls is not None else f"{stem}_forward"
        try:
            body = self.outliner.body(place, [], self.held, at=tuple(run), name=name)
        except Refusal:
            return None  # it stays in eager mode
        wanted = self._wanted(owner, body)
        results = tuple(name for name in body.results if name in wanted)
        return replace(body, results=results, is_forward=True)

    def _wanted(self, owner: cst.FunctionDef, body: Body) -> set[str]:
        """The names that host lines read, or that other bodies get."""
        ours = [one for one in self.bodies if one.owner is owner]
        traced = {s for one in (*ours, body) for s in one.graph}
        found = {name.rpartition(":")[2] for one in ours for _, name in one.parameters}
        found = found.union(*(reads(node) for one in ours for node in one.data))
        open_: list[cst.CSTNode] = [owner.body]
        while open_:
            node = open_.pop()
            if node in traced:
                continue
            if isinstance(node, (cst.BaseSmallStatement, cst.BaseExpression)):
                found |= reads(node)
            else:
                open_ += children(node)
        return found


def changes(facts: Facts, name: cst.Name) -> bool:
    """Whether there would be a trace for each value of a name, or each length."""
    kind = facts.kind(name)
    if not isinstance(kind, Number):
        return isinstance(kind, (Array, Dictionary, ListKind, Text))
    owner = facts.variables.owner(name)
    own = isinstance(owner, cst.FunctionDef) and name.value in bindings(owner.body.body)
    return own or name.value in facts.once(Changes).globals


def _suites(suite: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The suite of a function and those inside, those of other functions left out."""
    yield suite
    for statement in body_of(suite):
        for node in children(statement):
            if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
                break
            if isinstance(node, cst.IndentedBlock):
                yield from _suites(node)
            elif isinstance(node, (cst.If, cst.Else)):
                yield from (s for n in _branches(node) for s in _suites(n))


def _branches(node: cst.If | cst.Else) -> Iterator[cst.CSTNode]:
    """The suites of `else:` and `elif …:`."""
    if isinstance(node.body, cst.IndentedBlock):
        yield node.body
    if isinstance(node, cst.If) and node.orelse is not None:
        yield from _branches(node.orelse)
