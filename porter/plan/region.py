"""Which statements form the train body, and where the host lines between them go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.analysis.reach import Reach, conflict
from porter.facts import Facts
from porter.kinds import Parameter
from porter.mentions import Mentions
from porter.plan.effects import Effects, effects
from porter.plan.freezing import Freezing
from porter.plan.host_data import computed_here, outermost, takes_data
from porter.plan.leaving import fails, leaves, pauses
from porter.plan.model import Update
from porter.plan.modeless import switches_last
from porter.plan.no_grad import is_no_grad
from porter.plan.owners import Owners
from porter.plan.random_numbers import draws
from porter.plan.rates import Rates
from porter.plan.reading import Reading
from porter.plan.together import in_turn, index_of
from porter.plan.unrolled import Unrolled
from porter.plan.weight_changes import changes_weights
from porter.plan.weight_copies import weight_copy
from porter.tree import dotted, only, walk

_FREEZING = {"requires_grad", "requires_grad_", "add_param_group"}
_OWN = "an update with a body of its own"
_CLEARING = ("Optimizer.zero_grad", "Module.zero_grad")


@dataclass(frozen=True)
class Region:
    """A run of statements of one suite, sorted into graph and host."""

    graph: tuple[cst.CSTNode, ...]
    data: tuple[cst.CSTNode, ...]  # expressions in them that the host computes
    before: tuple[tuple[cst.CSTNode, str], ...]
    after: tuple[tuple[cst.CSTNode, str], ...]
    replayed: tuple[cst.CSTNode, ...]
    first: cst.CSTNode
    last: cst.CSTNode


class Refusal(Exception):
    """Why no tf.function could be split off."""

    def __init__(self, node: cst.CSTNode, why: str) -> None:
        super().__init__(why)
        self.node = node


class Regions:
    """Finds the region around the updates of one suite."""

    def __init__(self, facts: Facts, traceable: Unrolled) -> None:
        self.facts = facts
        self.traceable = traceable
        self.rates = Rates(facts)
        self.reading = Reading(facts)
        self.owners = Owners(facts)
        self.changes_nothing = False  # the body only gives gradients …
        self.cleared: frozenset[cst.CSTNode] = frozenset()  # … and has no lines that clear them
        self.recorded: frozenset[cst.CSTNode] = frozenset()  # what must stand under a tape
        self.clips: frozenset[cst.CSTNode] = frozenset()  # they stand between backward and step
        self.host: frozenset[cst.CSTNode] = frozenset()  # updates that have bodies of their own
        self.computed: frozenset[str] = frozenset()  # what comes of networks

    def around(
        self, suite: Sequence[cst.CSTNode], anchors: set[int], updates: Sequence[Update]
    ) -> Region:
        """The region; raises Refusal with the line that stands in the way."""
        index = {statement: i for i, statement in enumerate(suite)}
        self.traceable.of(updates)
        self.computed = self._of_networks(suite)
        traced = (s for s in suite if self.traceable.statement(s) is None)
        self.traceable.bound = frozenset().union(*(effects(s).writes for s in traced))
        self.recorded = frozenset().union(
            *(u.slice | u.worked | {*u.backwards} for u in updates), frozenset()
        )
        self.changes_nothing = bool(updates) and not any(u.steps_inside for u in updates)
        self.cleared = frozenset(zero for u in updates for zero in u.zeros)
        clips = [clip for u in updates for lines in u.clips for clip in lines]
        self.clips = frozenset(s for s in suite if any(clip in walk(s) for clip in clips))
        whole = (s for u in updates if u.steps_inside for s in (*u.parts(), *u.worked))
        parts = [index[s] for s in whole if s in index]
        low, high = min([*anchors, *parts]), max([*anchors, *parts])
        for i in sorted(anchors):
            why = self._why(suite[i])
            if why:
                raise Refusal(suite[i], why)
        last = high if self.changes_nothing else len(suite) - 1
        while high < last and self._effect_on_networks(suite[high + 1]):
            high += 1
        opened = min([index[u.first] for u in updates if u.first in index], default=low)
        start, obstacle = self._start(suite, min(opened, low), low, high)
        replayed: tuple[cst.CSTNode, ...] = ()
        if opened < start:
            if obstacle is not None and _parts_them(suite, obstacle.node, updates):
                raise obstacle  # each update in its own body computes its loss but once
            try:
                replayed = self._replayed(suite, opened, start, high)
            except Refusal as refusal:
                raise obstacle or refusal from None
        while start > 0 and not replayed:
            above = suite[start - 1]
            if self._why(above) or self._takes_data(above):
                break
            start -= 1
        return self._sorted(suite[start : high + 1], replayed)

    def _start(
        self, suite: Sequence[cst.CSTNode], opened: int, low: int, high: int
    ) -> tuple[int, Refusal | None]:
        """The first statement from which on all host lines can leave the region, and what stood
        in the way of an earlier one."""
        obstacle: Refusal | None = None
        for start in range(opened, low):
            why = self._why(suite[start])
            if why is not None:
                obstacle = obstacle or Refusal(suite[start], why)
                continue
            try:
                self._sorted(suite[start : high + 1])
            except Refusal as refusal:
                obstacle = obstacle or refusal
                continue
            return start, obstacle
        return low, obstacle

    def _effect_on_networks(self, statement: cst.CSTNode) -> bool:
        """A soft update behind the step belongs to the body too, and a copy of all weights."""
        if weight_copy(self.facts, statement) is not None:
            return True
        if not isinstance(statement, (cst.For, cst.If, cst.With)):
            return False
        return self._why(statement) is None

    def _sorted(
        self, region: Sequence[cst.CSTNode], replayed: tuple[cst.CSTNode, ...] = ()
    ) -> Region:
        """Host statements leave the region: behind it where that changes nothing, else before."""
        reasons = [self._why(s) for s in region]
        found = [self._effects(s) for s in region]
        graph = [i for i, why in enumerate(reasons) if why is None]
        before: list[int] = []
        after: list[int] = []
        for i, why in enumerate(reasons):
            if why is None:
                continue
            if region[i] in (self.recorded if self.changes_nothing else self.recorded | self.clips):
                raise Refusal(region[i], why)
            drawn = draws(self.facts, region[i])
            passed = [j for j in graph if drawn and self._moves_on(region[j])]
            if any(j < i for j in passed):
                raise Refusal(region[i], "it draws random numbers between two updates")
            later = [found[j] for j in graph if j > i]
            written = any(found[j].writes for j in graph if j > i and region[j] not in self.cleared)
            only_gradient = self.changes_nothing and not written
            only_gradient = only_gradient and not self._may_freeze(region[i])
            between = graph[0] < i < graph[-1] and not only_gradient
            failing = between and fails(self.facts, region[i])
            leaving = between and (leaves(region[i]) or pauses(region[i]))
            if leaving or (failing and self._has_begun([region[j] for j in graph if j < i])):
                raise Refusal(region[i], "it may leave before the step")
            last = only_gradient or switches_last(self.reading, region[i], region[i + 1 :])
            unchanged = (last or not self.reading.networks(region[i])) and not any(
                j > i and (self._changes(region[j], region[i]) or self._adds(region[j], region[i]))
                for j in graph
            )
            if unchanged and not passed and not failing and not conflict(found[i], later):
                after.append(i)
                continue
            raised = [i]  # with the lines that it needs, which might have sunk
            if failing:  # all that stands before it is done when it fails
                raised, after = [i, *after], []
            while raised:
                j = raised.pop()
                earlier = [k for k in graph if k < j]
                stepped = any(
                    self._changes(region[k], region[j]) or self._adds(region[k], region[j])
                    for k in earlier
                )
                again = [self._effects(s) for s in replayed]  # in the body, behind the host's lines
                if (
                    stepped
                    or region[j] in self.clips
                    or conflict(found[j], [found[k] for k in earlier] + again)
                ):
                    raise Refusal(region[i], why)
                self._same_weights(region[j], [*replayed, *(region[k] for k in earlier)])
                before.append(j)
                needed = [k for k in after if k < j and self._in_order(region[k], region[j])]
                after = [k for k in after if k not in needed]
                raised += needed
        before.sort()
        if any(self._in_order(region[j], region[i]) for i in before for j in after if j < i):
            raise Refusal(region[before[0]], "host lines depend on each other")
        traced = tuple(region[i] for i in graph)
        return Region(
            traced,
            self._data((*replayed, *traced)),
            tuple((region[i], reasons[i] or "") for i in before),
            tuple((region[i], reasons[i] or "") for i in after),
            replayed,
            region[0],
            region[-1],
        )

    def _has_begun(self, lines: Sequence[cst.CSTNode]) -> bool:
        """Whether one of these lines of a body changes more than names."""
        cleared = False  # gradients that nothing clears stay
        for line in lines:
            adds = self._calls(line, "Tensor.backward") and not cleared
            if adds or self._moves_on(line) or "." in "".join(self._effects(line).writes):
                return True
            cleared = cleared or self._calls(line, *_CLEARING)
        return False

    def _may_freeze(self, host: cst.CSTNode) -> bool:
        """Whether a host line may change what is trained, by itself or in what it runs."""
        if not self.facts.once(Freezing).changes:
            return False
        named = {n.value for n in walk(host) if isinstance(n, cst.Name)}
        named |= {n.attr.value for n in walk(host) if isinstance(n, cst.Attribute)}
        named |= {str(n.evaluated_value) for n in walk(host) if isinstance(n, cst.SimpleString)}
        return not _FREEZING.isdisjoint(self.facts.once(Mentions).reached(named))

    def _same_weights(self, host: cst.CSTNode, earlier: Sequence[cst.CSTNode]) -> None:
        """A host line may go ahead of lines that it finds, and leaves, the same weights for."""
        if changes_weights(self.facts, host) and any(map(self.reading.networks, earlier)):
            raise Refusal(host, "it changes weights between lines that use them")
        if self.reading.networks(host) and any(changes_weights(self.facts, e) for e in earlier):
            raise Refusal(host, "it may run a network between two changes of weights")

    def _in_order(self, first: cst.CSTNode, second: cst.CSTNode) -> bool:
        """Whether the order of two host lines matters."""
        pairs = ((first, second), (second, first))
        return conflict(self._effects(first), [self._effects(second)]) or any(
            self._changes(one, other)
            or self._adds(one, other)
            or (self.reading.networks(other) and changes_weights(self.facts, one))
            for one, other in pairs
        )

    def _changes(self, update: cst.CSTNode, statement: cst.CSTNode) -> bool:
        """Whether an optimizer's step in one line changes a parameter that another reads itself."""
        nodes = [node for node in walk(statement) if isinstance(self.facts.kind(node), Parameter)]
        buffers = [n for n in nodes if isinstance(n, cst.Attribute) and self.reading.fixed(n)]
        leaves = {dotted(node) for node in nodes if node not in buffers}
        steps = (node for node in walk(update) if self.facts.api(node) == "Optimizer.step")
        return bool(leaves) and any(self._trains(step, leaves) for step in steps)

    def _adds(self, update: cst.CSTNode, statement: cst.CSTNode) -> bool:
        """Whether one line's backward adds to gradients that another line of the host clears."""
        if statement not in self.host or self._calls(statement, "Tensor.backward"):
            return False
        return self._calls(update, "Tensor.backward") and self._calls(statement, *_CLEARING)

    def _calls(self, node: cst.CSTNode, *names: str) -> bool:
        return any(self.facts.api(below) in names for below in walk(node))

    def _trains(self, step: cst.CSTNode, leaves: set[str | None]) -> bool:
        func = step.func if isinstance(step, cst.Call) else None
        if not isinstance(func, cst.Attribute) or None in leaves:
            return True
        nets, made = self.owners.networks(func.value), self.owners.made_of(func.value)
        if nets:
            return any(f"{leaf}.".startswith(f"{net}.") for leaf in leaves for net in nets)
        given = {dotted(node) for one in made for node in walk(one)}
        listed = any(isinstance(one, cst.Name) for one in made)  # `others = [scale]`, above
        return not made or listed or bool(leaves & given)

    def _moves_on(self, statement: cst.CSTNode) -> bool:
        """Whether a program that is compared with another has come further here: by an update, or
        a draw of random numbers."""
        step = any(self.facts.api(node) == "Optimizer.step" for node in walk(statement))
        return step or draws(self.facts, statement)

    def _data(self, body: Sequence[cst.CSTNode]) -> tuple[cst.CSTNode, ...]:
        """The data that the host makes for the body; nothing that the body computes is in it."""
        data = outermost(self.traceable.data, body)
        late = computed_here(data, body)
        if late is not None:
            raise Refusal(late, self.traceable.data[late])
        return tuple(data)

    def _why(self, statement: cst.CSTNode) -> str | None:
        """The reason why a statement can't be part of the body."""
        small = only(statement)
        if isinstance(small, cst.Expr) and isinstance(small.value, cst.SimpleString):
            return "the docstring is the function's"
        if statement in self.host:
            return _OWN
        if weight_copy(self.facts, statement) is not None:
            return None
        if statement in self.recorded or self._is_of_networks(statement, self.computed):
            return self.traceable.handed(statement)
        return self.traceable.statement(statement)

    def _of_networks(self, suite: Sequence[cst.CSTNode]) -> frozenset[str]:
        """The names of what networks give, and of what is computed of that."""
        found = frozenset[str]()
        for statement in suite:
            if self._is_of_networks(statement, found) and self.traceable.handed(statement) is None:
                found |= effects(statement).writes
        return found

    def _is_of_networks(self, statement: cst.CSTNode, computed: frozenset[str]) -> bool:
        return self.reading.networks(statement) or not computed.isdisjoint(effects(statement).reads)

    def alone(self, statement: cst.CSTNode) -> str | None:
        """The reason why a statement can't be part of a body without an update."""
        self.recorded, self.traceable.bound = frozenset(), frozenset()
        self.computed = frozenset()
        return self._why(statement)

    def _takes_data(self, statement: cst.CSTNode) -> bool:
        """A line that only makes data is better done by the host."""
        if self.reading.networks(statement):
            return False
        joins = any(map(self.traceable.joins_list, walk(statement)))
        return joins or takes_data(self.facts, statement)

    def _effects(self, statement: cst.CSTNode) -> Effects:
        """backward() is a method call, but it changes nothing of the loss."""
        found = self.facts.once(Reach).effects(statement)
        small = only(statement)
        if isinstance(small, cst.Expr) and self.facts.api(small.value) == "Tensor.backward":
            return Effects(found.reads)
        return self.rates.effects(statement, found)

    def _replayed(
        self, suite: Sequence[cst.CSTNode], opened: int, low: int, high: int
    ) -> tuple[cst.CSTNode, ...]:
        """Forwards made while acting, which the body can make again: same inputs, same weights."""
        traced = [s for s in suite[low : high + 1] if self._why(s) is None]
        wanted = upward_exposed(traced)
        chosen: list[int] = []
        for i in range(low - 1, opened - 1, -1):
            found = effects(suite[i])
            if found.writes & wanted and self._why(suite[i]) is None:
                if is_no_grad(self.facts, suite[i]):
                    continue
                if (
                    not self.reading.networks(suite[i])
                    and not chosen
                    and suite[i] not in self.recorded
                    and suite[i] is not suite[opened]
                ):
                    continue
                chosen.insert(0, i)
                wanted |= found.reads
        for i in range(opened, low):
            if suite[i] in self.recorded and i not in chosen:
                why = self._why(suite[i]) or "the update does not need it"
                raise Refusal(suite[i], why)
        if opened not in chosen:
            raise Refusal(suite[opened], "the forward pass stands too far from the update")
        for i in chosen:
            if draws(self.facts, suite[i]):
                raise Refusal(suite[i], "the forward pass draws random numbers")
            needed = self._effects(suite[i])
            for j in range(i + 1, low):
                if j in chosen:
                    continue
                if self._effects(suite[j]).writes & (needed.reads | needed.writes):
                    raise Refusal(suite[j], "it changes what the forward pass reads")
                self._same_weights(suite[j], [suite[i]])
        return tuple(suite[i] for i in chosen)


def _parts_them(suite: Sequence[cst.CSTNode], host: cst.CSTNode, updates: Sequence[Update]) -> bool:
    """Whether a line stands behind the loss of one update and before that of another."""
    if host not in suite or not in_turn(suite, updates):
        return False
    at = index_of(suite, host)
    behind = [index_of(suite, u.first) > at for u in updates]
    ended = [index_of(suite, u.last) < at for u in updates]
    return any(behind) and any(ended)
