"""make_plan(): every decision about a file's update steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.plan.acting import kept_list
from porter.plan.caller_tape import caller_tape_call, without_tape
from porter.plan.changed_data import changed_data
from porter.plan.clearing import leftovers
from porter.plan.draws import policy_draws
from porter.plan.eager_gradients import eager_gradients
from porter.plan.flipped import flipped
from porter.plan.forwards import forwards
from porter.plan.gradients import find_gradients, lost
from porter.plan.inside import refuse_inside
from porter.plan.leaves import find_leaf
from porter.plan.lengths import with_lengths
from porter.plan.manual_step import find_manual_step
from porter.plan.model import Body, General, Gradient, Leaf, Plan, Problem, Sum, Update
from porter.plan.nesting import crosses
from porter.plan.no_grad import GRAD
from porter.plan.not_found import NotFound, Refused
from porter.plan.outline import Outliner
from porter.plan.places import Place, Places, body_of
from porter.plan.recorded import functions_called
from porter.plan.region import Refusal
from porter.plan.shared_tapes import SharedTapes
from porter.plan.stepping import steps_in
from porter.plan.sums import NO_STEP, find_sums, uncleared
from porter.plan.target_updates import target_updates
from porter.plan.together import in_turn, index_of, span
from porter.plan.updates import Finder
from porter.plan.whole_functions import WholeFunctions
from porter.sharing.told import refuse
from porter.tree import walk

_WHILE_ACTING = "it learns from what was computed, step by step, while acting"
_ALL_AT_ONCE = "keep states and actions instead, and run the network on all of them in the update"
_EAGER = "write the step as tensor code only, with host lines before or behind it"
_TELL = (lost, flipped, changed_data)


def make_plan(facts: Facts) -> Plan:
    """The plan for a file; empty where nothing calls backward()."""
    refuse(facts)
    refuse_inside(facts)
    planner = Planner(facts)
    if not planner.backwards and not any(api.name == GRAD for api in facts.apis.values()):
        return Plan()
    return with_lengths(facts, planner.plan())


class Planner:
    """Plans one file; what has the general form is left out."""

    def __init__(self, facts: Facts, general: General | None = None) -> None:
        self.facts = facts
        self.general = general or General()
        facts.general = self.general.functions
        calls = [c for c in facts.index.all(cst.Call) if not self._is_general(c)]
        self.places = Places(facts)
        self.backwards = [call for call in calls if self._steps_back(call)]
        self.finder = Finder(facts)
        self.finder.general = frozenset(map(self.places.line, self.general.calls))
        self.problems: list[Problem] = []
        self.finder.gradients = tuple(self._gradients())
        facts.derived |= {gradient.call for gradient in self.finder.gradients}
        self.outliner = Outliner(facts, self.finder.gradients)
        asks = self.outliner.regions.reading.networks
        self.tapes = SharedTapes(facts, self.places, asks)
        self.bodies: list[Body] = []
        self.eager: list[Update] = []

    def _is_general(self, call: cst.CSTNode) -> bool:
        return (self.facts.index.function(call) or self.facts.module) in self.general.functions

    def _steps_back(self, call: cst.Call) -> bool:
        """Whether gradients are computed here, or in a function that is handed the loss."""
        if self.facts.api(call) == "Tensor.backward":
            return True
        line = self.facts.index.parents[self.facts.index.parents[call]]
        stepping = caller_tape_call(self.facts, line)
        return stepping is not None and stepping[0] is call

    def plan(self) -> Plan:
        leaves: list[Leaf] = []
        failed: list[tuple[Place, list[cst.CSTNode], Problem]] = []
        for suite, backwards in self._suites().items():
            place = self.places.place(suite)
            if not steps_in(self.finder, suite):
                for backward in backwards:
                    by_hand = self._by_hand(place, backward)
                    if by_hand:
                        continue
                    body = self.places.around(backward)
                    repeated = place.loop is not None or place.owner is not None
                    leaf = find_leaf(self.facts, self.finder, body, backward, repeated, leaves)
                    if isinstance(leaf, Leaf):
                        leaves.append(leaf)
                    else:
                        failed.append((place, [backward], leaf))
                continue
            try:
                found = self._updates(backwards)
            except Refused as error:
                self.problems.append(error.problem)
                continue
            except NotFound as error:
                failed.append((place, backwards, error.problem))
                continue
            taped = [update.caller_tape for update in found if update.caller_tape]
            if taped:
                self.eager += found
                message = "its callers open the tape and hand it over: tape=tape"
                self.problems += [Problem(n, "N402", Severity.NOTE, message) for n in taped]
                continue
            recorded = next((update for update in found if update.tape), None)
            if recorded is not None:
                self._refused(self._recorded(recorded), found)
                continue
            self._outline(place, found)
        sums = tuple(self._sums(failed))
        traced = self._traced()
        functions = WholeFunctions(self.facts, traced, self.finder.gradients).found()
        traced.update(node for function in functions for node in walk(function))
        held = frozenset(self._held(leaves))
        self.bodies += target_updates(self.facts, self.places, self.outliner, traced, held)
        self.bodies += forwards(self.finder, self.places, self.outliner, self.bodies, sums, held)
        known = Plan(tuple(self.bodies), tuple(self.eager), sums, tuple(leaves))
        known = replace(known, general=self.general)
        if not any(problem.code == "P201" for problem in (*self.finder.problems, *self.problems)):
            self.bodies += policy_draws(
                self.finder, self.places, self.outliner, known, held, traced
            )
        tapes: list[Update | Leaf] = [
            *self.eager,
            *leaves,
            *(update for one in sums for update in one.updates),
        ]
        gradients = tuple(self._apart_from(tapes))
        graphs = traced | self._traced() | functions_called(self.facts, functions)
        self.problems += eager_gradients(self.facts, gradients, graphs, self._held(leaves))
        updates = [*self.eager, *(update for body in self.bodies for update in body.updates)]
        self.problems += leftovers(self.finder.owners, leaves, updates)
        self.problems += (p for tell in _TELL for p in tell(self.facts, updates))
        problems = (*self.finder.problems, *self.problems, *without_tape(self.facts))
        bodies, eager = tuple(self.bodies), tuple(self.eager)
        kept = self.finder.recordings
        return Plan(
            bodies,
            eager,
            sums,
            tuple(leaves),
            gradients,
            problems,
            (*kept.acting(), *self.general.recordings),
            kept.made(),
            self.outliner.deferred_in(bodies),
            self.general,
            functions,
        )

    def _suites(self) -> dict[cst.CSTNode, list[cst.CSTNode]]:
        """The outermost suites of updates, with the backwards below them."""
        found = self.places.suites(self.backwards)
        wider: list[cst.CSTNode] = []
        for suite, backwards in found.items():
            branch = isinstance(self.facts.index.parents.get(suite), (cst.If, cst.Else))
            if branch and steps_in(self.finder, suite):
                told = len(self.finder.problems)
                with suppress(NotFound):  # it is told below
                    updates = self._updates(backwards)
                    wider += [self.facts.index.parents[u.first] for u in updates if u.opened]
                del self.finder.problems[told:]
        return self.places.suites(self.backwards, wider) if wider else found

    def _traced(self) -> set[cst.CSTNode]:
        """What stands in train bodies, and the functions that they call."""
        statements = [s for body in self.bodies for s in (*body.graph, *body.replayed)]
        inside = {node for statement in statements for node in walk(statement)}
        return inside | functions_called(self.facts, statements)

    def _held(self, leaves: Sequence[Leaf]) -> Iterator[cst.CSTNode]:
        """The lines of updates in eager mode: what is under their tapes, and their parts."""
        held: list[Update | Leaf] = [*self.eager, *leaves]
        for one in held:
            spans = [(one.first, one.last)]
            opened = one.opened if isinstance(one, Update) else None
            if opened is not None:
                spans += [(opened.first, opened.last), (opened.again or one.last, one.last)]
            for first, last in spans:
                if any(last is s for s in self.places.around(first)):
                    yield from self.places.span(first, last)
            yield from one.parts() if isinstance(one, Update) else (one.backward,)
        for recording in self.general.recordings:
            yield from self.places.span(recording.first, recording.last)
        yield from self.finder.general

    def _by_hand(self, place: Place, backward: cst.CSTNode) -> bool:
        """Whether loops step on a backward; what was found of that is noted."""
        suite = self.places.around(backward)
        found = find_manual_step(self.facts, self.finder, suite, backward)
        if isinstance(found, Problem):
            self.problems.append(found)
        elif found is not None:
            self._outline(self.places.place(self.facts.index.parents[backward]), [found])
        return found is not None

    def _sums(
        self,
        failed: Sequence[tuple[Place, list[cst.CSTNode], Problem]],
    ) -> Iterator[Sum]:
        """What is no update in one suite may be one in its function."""
        traced = {update: body for body in self.bodies for update in body.updates}
        for owner in dict.fromkeys(place.owner for place, _, _ in failed):
            ours = [one for one in failed if one[0].owner is owner]
            backwards = [backward for _, some, _ in ours for backward in some]
            clean = [
                u for u in (*traced, *self.eager) if self.places.beside(u.backward, ours[0][0])
            ]
            try:
                found = find_sums(self.finder, self.places, ours[0][0], backwards, clean)
            except NotFound as error:
                stepless = error.problem.message == NO_STEP
                self.problems += [one[2] for one in ours] if stepless else [error.problem]
                continue
            for one in found:
                for update in one.kept:
                    if update in traced and update.steps[0] not in traced[update].graph:
                        self.problems.append(uncleared(one))
                        return
                self._summed(one)
                yield one

    def _outline(self, place: Place, updates: list[Update]) -> None:
        """One train body for all updates of a suite, or one for each condition among them."""
        try:
            body = self.outliner.body(place, updates)
        except Refusal as refusal:
            problem = refusal
        else:
            self.bodies.append(self._computed_once(place, updates, body))
            return
        parts = self.places.parts(place, updates)
        if len(parts) > 1 or (parts and parts[0][0] is not place.suite):
            tops = frozenset(top for _, top, _ in parts if top is not None)
            for suite, top, part in parts:
                if top is None:
                    self._apart(place, part, tops)
                else:
                    self._outline(self.places.place(suite), part)
            return
        self._in_turn(place, updates, frozenset(), problem)

    def _apart(self, place: Place, updates: list[Update], host: frozenset[cst.CSTNode]) -> None:
        """A train body for some updates of a suite; the conditions in `host` have their own."""
        try:
            self.bodies.append(self.outliner.body(place, updates, host))
        except Refusal as refusal:
            self._in_turn(place, updates, host, refusal)

    def _in_turn(
        self, place: Place, updates: list[Update], host: frozenset[cst.CSTNode], why: Refusal
    ) -> None:
        """A train body for each update of a suite, with the host lines between them."""
        suite = list(body_of(place.suite))
        if len(updates) < 2 or not in_turn(suite, updates):
            self._handed_out(place, updates, host, why)
            return
        own = [{*span(suite, u.first, u.last), *u.parts()} for u in updates]
        for i, update in enumerate(updates):
            others = frozenset[cst.CSTNode]().union(*own[:i], *own[i + 1 :])
            try:
                body = self.outliner.body(place, [update], host | others)
            except Refusal as refusal:
                self._handed_out(place, [update], host | others, refusal)
                continue
            self.bodies.append(body)
            own[i] |= set(span(suite, body.first, body.last))

    def _handed_out(
        self, place: Place, updates: list[Update], host: frozenset[cst.CSTNode], why: Refusal
    ) -> None:
        """A train body that gives the gradients, where the host does something before the step."""
        body = self._gives_gradients(place, updates, host)
        if body is None:
            self._refused(why, updates)
        else:
            self.bodies.append(body)

    def _computed_once(self, place: Place, updates: list[Update], body: Body) -> Body:
        """A body that gives the gradients, if the other one makes a forward pass again."""
        if not body.replayed:
            return body
        self.outliner.let_go(body)
        given = self._gives_gradients(place, updates, frozenset())
        if given is not None and not given.replayed:
            return given
        if given is not None:
            self.outliner.let_go(given)
        return self.outliner.body(place, updates)

    def _gives_gradients(
        self, place: Place, updates: list[Update], host: frozenset[cst.CSTNode]
    ) -> Body | None:
        update = updates[0]
        kept = update.tape or update.lends or update.persistent or update.by_hand
        outside = self.facts.index.parents[update.first] is not place.suite
        if len(updates) > 1 or kept or outside:
            return None
        try:
            return self.outliner.body(place, [replace(update, handed_out=True)], host)
        except Refusal:
            return None

    def _summed(self, one: Sum) -> None:
        """A train body for each backward of a sum; the host adds up what they give."""
        parts = {*one.zeros, *one.clips, *one.steps}
        for update in one.updates:
            if update.tape:  # which is the host's
                self._note(self._recorded(update), [update])
                continue
            place = self.places.place(self.facts.index.parents[update.backward])
            others = parts | {u.backward for u in one.updates if u is not update}
            host = (s for s in body_of(place.suite) if not others.isdisjoint(walk(s)))
            try:
                self.bodies.append(self.outliner.body(place, [update], frozenset(host)))
            except Refusal as refusal:
                self._note(refusal, [update])

    def _recorded(self, update: Update) -> Refusal:
        """Why it is not computed again what was computed while acting."""
        kept = self._kept(update)
        if kept is None:
            return Refusal(update.first, _WHILE_ACTING)
        where, why = self.facts.kept[kept]
        return Refusal(where, f"{_WHILE_ACTING}, and can't compute it again: {why}")

    def _kept(self, update: Update) -> str | None:
        return kept_list(self.facts, self.places.owner(update.backward) or self.facts.module)

    def _refused(self, refusal: Refusal, updates: list[Update]) -> None:
        self.eager += updates
        self._note(refusal, updates)

    def _note(self, refusal: Refusal, updates: list[Update]) -> None:
        rollout = self._is_rollout(refusal.node, updates)
        kept = self._kept(updates[0]) if rollout else None
        message = f"this update stays in eager mode: {refusal}"
        if kept is not None:
            message += f"; {kept} can't be computed again: {self.facts.kept[kept][1]}"
        hint = _ALL_AT_ONCE if updates[0].tape or rollout else _EAGER
        self.problems.append(Problem(refusal.node, "N403", Severity.NOTE, message, hint))

    def _is_rollout(self, node: cst.CSTNode, updates: list[Update]) -> bool:
        """A loop that gradients come through, and that does more than a graph can."""
        if not isinstance(node, (cst.For, cst.While)):
            return False
        recorded = any(node in update.slice for update in updates)
        return recorded and self.outliner.regions.traceable.suite(node.body) is not None

    def _updates(self, backwards: list[cst.CSTNode]) -> list[Update]:
        """The updates of a suite and of the conditions in it, in the order of their lines."""
        found: list[Update] = []
        suites = dict.fromkeys(self.facts.index.parents[backward] for backward in backwards)
        for body in map(body_of, suites):
            updates = self.finder.updates(body, [b for b in backwards if b in body])
            found += sorted(updates, key=lambda u: index_of(body, u.first) if not u.opened else -1)
        return self.tapes.of(found)

    def _gradients(self) -> Iterator[Gradient]:
        """The tapes of torch.autograd.grad."""
        suites: dict[cst.CSTNode, list[cst.Call]] = {}
        for call in self.facts.index.all(cst.Call):
            if self.facts.api(call) == GRAD and call not in self.general.calls:
                suite = self.facts.index.parents[self.places.line(call)]
                suites.setdefault(suite, []).append(call)
        for suite, calls in suites.items():
            for found in find_gradients(self.facts, self.finder, body_of(suite), calls):
                if isinstance(found, Gradient):
                    yield found
                else:
                    self.problems.append(found)

    def _apart_from(self, tapes: Sequence[Update | Leaf]) -> Iterator[Gradient]:
        """The gradients whose tapes do not reach over the ends of others."""
        for one in self.finder.gradients:
            suite = self.places.around(one.statement)
            if any(crosses(suite, one, tape.first, tape.last) for tape in tapes):
                message = f"{GRAD}: it is of a part only of what an update learns from"
                self.problems.append(Problem(one.statement, "P201", Severity.ERROR, message))
            else:
                yield one
