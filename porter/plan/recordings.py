"""Where a recording begins: all that a gradient of the loss comes through is computed in it.

The smallest suite that has all of it is looked for: the body of the innermost loop, of the loops
around it, of the function, and of those that call the function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from porter.facts import keyword
from porter.infer.reflection import is_open
from porter.kinds import Module, Unknown
from porter.plan.bound_names import bound_by, gone_over
from porter.plan.called_inside import outermost
from porter.plan.carrying import carrying
from porter.plan.effects import effects
from porter.plan.escaping import lasts
from porter.plan.kept_backward import takes_loss
from porter.plan.may_train import call_trains, may_train
from porter.plan.model import Recording
from porter.plan.no_grad import GRAD, is_without_gradient
from porter.plan.passed import passed, passed_by_others
from porter.plan.places import Places, body_of
from porter.plan.recorded import functions_called
from porter.plan.scopes import parameters
from porter.plan.settings import is_setting
from porter.plan.together import index_of
from porter.plan.updates import Finder
from porter.tree import children, dotted, item_owner, only, walk

_PUTS = frozenset({"append", "appendleft", "extend", "insert", "add"})
_FILLS = frozenset({"normal_", "uniform_", "random_", "zero_", "fill_"})
_OF_OWNERS = ("step", "zero_grad")
_NOT_RUN = (cst.FunctionDef, cst.ClassDef, cst.Import, cst.ImportFrom)


@dataclass(frozen=True)
class Stretch:
    """Lines of a suite that are recorded."""

    suite: cst.CSTNode
    first: int
    last: int


class NotRecorded(Exception):
    """A gradient comes from where no recording is known to be open: of this name."""


class Recordings:
    """Finds them for the backwards of one file."""

    def __init__(self, finder: Finder, places: Places) -> None:
        self.finder = finder
        self.facts = finder.facts
        self.places = places
        self.parents = self.facts.index.parents

    def of(self, backward: cst.Call) -> list[Stretch]:
        """The lines that have to be recorded for a backward; raises NotRecorded."""
        if takes_loss(self.facts, backward):
            return self._of(backward, backward.args[0].value, frozenset())
        if self.facts.api(backward) != GRAD:
            assert isinstance(backward.func, cst.Attribute)
            return self._of(backward, backward.func.value, frozenset())
        asked, inputs = (keyword(backward.args, *k) for k in (("outputs", 0), ("inputs", 1)))
        assert asked is not None
        assert inputs is not None
        computed = frozenset({n.value for n in walk(inputs) if isinstance(n, cst.Name)})
        variables = lasts(self.facts.kind(inputs))
        return self._of(backward, asked, frozenset(), frozenset() if variables else computed)

    def merged(self, stretches: Sequence[Stretch]) -> tuple[Recording, ...]:
        """The recordings of a file: what overlaps is one, what is inside of another is a part."""
        found: list[Stretch] = []
        for one in sorted(stretches, key=lambda s: s.first):
            same = next((o for o in found if o.suite is one.suite and one.first <= o.last), None)
            if same is not None:
                found.remove(same)
                one = Stretch(one.suite, same.first, max(same.last, one.last))
            found.append(one)
        spans = {one: body_of(one.suite)[one.first : one.last + 1] for one in found}
        inside = {one: {n for s in lines for n in walk(s)} for one, lines in spans.items()}
        outer = outermost(self.facts, {one: one.suite for one in found}, inside)
        return tuple(map(self._recording, outer))

    def _recording(self, one: Stretch) -> Recording:
        """The lines; what torch.autograd.grad opens a tape for is not divided."""
        body, first, last = list(body_of(one.suite)), one.first, one.last
        for gradient in self.finder.gradients:
            ends = [s for s in (gradient.first, gradient.last or gradient.statement) if s in body]
            start, end = (index_of(body, s) for s in ends) if len(ends) == 2 else (len(body), 0)
            if first <= end and start <= last:
                first, last = min(first, start), max(last, end)
        return Recording(body[first], body[last], "")

    # -- what has to be computed under a recording
    def _of(
        self,
        node: cst.CSTNode,
        loss: cst.BaseExpression,
        seen: frozenset[cst.CSTNode],
        computed: frozenset[str] = frozenset(),
    ) -> list[Stretch]:
        """The lines that compute what is differentiated at a node, and the names `computed`."""
        function = self.facts.index.function(node)
        missing: list[str] = []
        writers: set[cst.CSTNode] = set()
        for suite in self._suites(node):
            lines, at = self._lines(suite, node)
            chain = self._chain(lines[:at], loss)
            begins, needed = self.finder.slice(lines, at, loss)[0], self.finder.open
            missing = self._not_computed(lines[:at], loss) if begins is None else []
            missing += sorted(computed - _written(lines[:at]))
            found = [name for name, _ in self.finder.escaping.sources(lines, at, loss, None)]
            if (state := next((name for name in found if name[0] == "."), None)) is not None:
                raise NotRecorded(state.lstrip("."))
            missing += (name for name in found if name not in self._owners)
            kept = self._kept(chain, loss, function)
            writers = set().union(*kept.values()) - {function}
            missing += [name for name, by in kept.items() if by - {function}]
            if not missing and begins is None and not may_train(self.facts, lines):
                missing = sorted(needed - self._owners)
            if not {*missing} - kept.keys() and self._runs(suite, node, writers):
                return [self._stretch(suite, node, chain, writers)]
        if function is None or function in seen:
            raise NotRecorded(missing[0])
        outer = self._enclosing(function, {*missing} - parameters(function))
        if outer is not None:
            return [outer]
        given = {*missing} - {"self"}
        if given <= parameters(function):
            return self._given(function, missing, seen | {function})
        if not writers:
            raise NotRecorded(missing[0])
        return self._called(function, writers, missing[0], seen | {function})

    def _enclosing(self, function: cst.FunctionDef, names: set[str]) -> Stretch | None:
        """The suite in which a function is defined that takes names from there, from the first
        line that leads to them: who calls it, and when, is not asked."""
        suite = self.parents[function]
        body = body_of(suite) if isinstance(suite, (cst.IndentedBlock, cst.Module)) else ()
        at = next((i for i, s in enumerate(body) if s is function), 0)
        if not names or not names <= _written(body[:at]):
            return None
        first = at
        for i in reversed(range(at)):
            if effects(body[i]).writes & names and not isinstance(body[i], _NOT_RUN):
                names |= self.finder.differentiated(body[i])
                first = i
        return Stretch(suite, first, len(body) - 1)

    def _given(
        self, function: cst.FunctionDef, names: Sequence[str], seen: frozenset[cst.CSTNode]
    ) -> list[Stretch]:
        """The lines that compute what the callers of a function give it."""
        found: list[Stretch] = []
        for name in names:
            for argument in passed(self.facts, function, name):
                found += self._of(argument, argument, seen)
        if not found:
            raise NotRecorded(names[0])
        return found

    def _called(
        self,
        function: cst.FunctionDef,
        writers: set[cst.CSTNode],
        name: str,
        seen: frozenset[cst.CSTNode],
    ) -> list[Stretch]:
        """The lines around the calls of a function that run those that keep what it takes."""
        found: list[Stretch] = []
        for call, _ in self.facts.calls_of.get(function, ()):
            suites = [s for s in self._suites(call) if self._runs(s, call, writers)]
            above = self.facts.index.function(call)
            if suites:
                found.append(self._stretch(suites[0], call, [], writers))
            elif above is None and writers <= self._run_by(body_of(self.facts.module)):
                found.append(self._stretch(self.facts.module, call, [], writers))
            elif above is None or above in seen:
                raise NotRecorded(name)
            else:
                found += self._called(above, writers, name, seen | {above})
        if not found:
            raise NotRecorded(name)
        return found

    def _runs(self, suite: cst.CSTNode, node: cst.CSTNode, writers: set[cst.CSTNode]) -> bool:
        """Whether what a suite records is all used there: the lines that keep it run in it, and
        nothing decides whether the node is reached."""
        if not writers:
            return True
        line = self.places.line(node)
        straight = self.parents[line] is suite
        return straight and writers <= self._run_by(body_of(suite))

    def _run_by(self, lines: Sequence[cst.CSTNode]) -> frozenset[cst.CSTNode]:
        """The functions that lines call, and those of the lines in them that keep something."""
        inside = (node for line in lines for node in walk(line))
        return functions_called(self.facts, lines) | self._keeping.intersection(inside)

    def _not_computed(self, lines: Sequence[cst.CSTNode], loss: cst.BaseExpression) -> list[str]:
        """The names of a loss that these lines, in which nothing is known to be trained, do not
        compute; variables need not be computed, and settings have no gradient."""
        open_, taken = list[cst.CSTNode]([loss]), list[cst.CSTNode]()
        while open_:
            node = open_.pop()
            if isinstance(node, cst.Call) and call_trains(self.facts, node):
                open_ += self._not_asked_for(node)
            elif isinstance(node, (cst.Name, cst.Attribute)) and dotted(node) is not None:
                taken.append(node)
            else:
                open_ += children(node)
        kinds = self.facts.kind
        taken = [n for n in taken if not (lasts(kinds(n)) or is_setting(self.facts, n))]
        names = set[str]().union(*map(self.finder.differentiated, taken))
        computing = [line for line in lines if not _is_owners(line)]
        names &= self.finder.differentiated(loss)
        names |= gone_over(computing, names, self.finder.differentiated)
        return sorted(names - _written(computing))

    def _not_asked_for(self, call: cst.Call) -> Iterator[cst.CSTNode]:
        """What of a call that may run a network itself is given to it and may be a result, which
        nobody else asks for: an attribute, a parameter that no call in sight gives."""
        function = self.facts.index.function(call)
        for node in (n for arg in call.args for n in walk(arg.value)):
            name = dotted(node) or ""
            if isinstance(node, cst.Attribute) and name.startswith("self."):
                yield node
            elif isinstance(node, cst.Name) and function and name in parameters(function):
                others = passed_by_others(self.facts, function, name)
                if not any((*passed(self.facts, function, name), *others)):
                    yield node

    def _kept(
        self,
        chain: Sequence[cst.CSTNode],
        loss: cst.BaseExpression,
        function: cst.FunctionDef | None,
    ) -> dict[str, set[cst.CSTNode]]:
        """The attributes and lists that a loss in a function is made of and that others fill: by
        whom."""
        found: dict[str, set[cst.CSTNode]] = {}
        for node in (n for part in (*chain, loss) for n in walk(part)):
            name = dotted(node) or ""
            if isinstance(node, (cst.Attribute, cst.Name)) and not lasts(self.facts.kind(node)):
                by = self._keepers.get(name.rpartition(".")[2], set())
                if function is None:  # the lines of the file itself are in the chain
                    by = by - self._keeping
                if by and (isinstance(node, cst.Attribute) or self._is_global(node)):
                    found[name] = by
        return found

    def _is_global(self, node: cst.Name) -> bool:
        return self.facts.variables.owner(node) is self.facts.module

    @cached_property
    def _owners(self) -> frozenset[str]:
        """x of `x.step()` and `x.zero_grad()`: an optimizer or a network, which is no result."""
        calls = [n.value for n in self.facts.index.all(cst.Expr) if isinstance(n.value, cst.Call)]
        owners = (call.func for call in calls if not call.args)
        return frozenset(
            dotted(func.value) or ""
            for func in owners
            if isinstance(func, cst.Attribute) and func.attr.value in _OF_OWNERS
        )

    @cached_property
    def _keepers(self) -> dict[str, set[cst.CSTNode]]:
        """The functions that keep something with a gradient, and such lines outside of functions,
        by the name of what keeps it."""
        found: dict[str, set[cst.CSTNode]] = {}
        for place, value in self._puts():
            name = (dotted(place) or "").rpartition(".")[2]
            if name and self._has_gradient(value):
                by = self.facts.index.function(value) or self.places.line(value)
                found.setdefault(name, set()).add(by)
        return found

    @cached_property
    def _keeping(self) -> frozenset[cst.CSTNode]:
        """The lines outside of functions that keep something with a gradient."""
        lines = (by for some in self._keepers.values() for by in some)
        return frozenset(by for by in lines if not isinstance(by, cst.FunctionDef))

    def _puts(self) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression]]:
        for call in self.facts.index.all(cst.Call):
            if isinstance(call.func, cst.Attribute) and call.func.attr.value in _PUTS:
                place = item_owner(call.func.value)
                yield from ((place, arg.value) for arg in call.args)
        for assign in self.facts.index.all(cst.Assign):
            for target in assign.targets:
                place = item_owner(target.target)
                whole = place is target.target
                if isinstance(place, cst.Attribute) and place.attr.value == "grad":
                    continue  # no gradient comes through it
                if isinstance(place, cst.Attribute) or not whole:
                    yield place, assign.value

    def _has_gradient(self, value: cst.BaseExpression) -> bool:
        known = not isinstance(self.facts.kind(value), Unknown)
        recorded = known and self.finder.escaping.recorded(self.facts, value)
        return recorded or self._of_a_network(value)

    def _of_a_network(self, value: cst.BaseExpression) -> bool:
        """`self.out = self.net(x)`, where nothing is known of net: it may be a network."""
        if not isinstance(value, cst.Call) or self.facts.api(value):
            return False
        name, kind = dotted(value.func) or "", self.facts.kind(value.func)
        if not name.startswith("self.") or name.count(".") > 1:
            return False
        if not (isinstance(kind, Module) or is_open(kind)) or self.facts.defines(name[5:]):
            return False
        return not is_without_gradient(self.facts, value)

    # -- lines
    def _suites(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The bodies of the loops around a node and of its function, the innermost first."""
        for above in self.facts.index.above(node):
            if isinstance(above, (cst.For, cst.While, cst.FunctionDef)):
                if isinstance(above.body, cst.IndentedBlock):
                    yield above.body
            elif isinstance(above, cst.Module):
                yield above
            if isinstance(above, (cst.FunctionDef, cst.Lambda)):
                return

    def _lines(self, suite: cst.CSTNode, node: cst.CSTNode) -> tuple[list[cst.CSTNode], int]:
        """What runs ahead of a node in a suite, also in the blocks between, and its line."""
        lines: list[cst.CSTNode] = []
        below = line = self.places.line(node)
        while below is not suite:
            above = self.parents[below]
            if isinstance(above, (cst.IndentedBlock, cst.Module)):
                body = body_of(above)
                between = [below] if below is not line else []
                lines = [*body[: index_of(body, below)], *between, *lines]
            below = above
        return [*lines, line], len(lines)

    def _chain(self, lines: Sequence[cst.CSTNode], loss: cst.BaseExpression) -> list[cst.CSTNode]:
        """The lines that lead to a loss."""
        with carrying(self.finder, lines):
            needed, found = set(self.finder.differentiated(loss)), []
            for line in reversed(lines):
                if effects(line).writes & needed and not isinstance(line, _NOT_RUN):
                    filled = _filled(line)
                    needed -= filled | bound_by(line)
                    needed |= self.finder.differentiated(line) - filled
                    found.append(line)
        return found

    def _stretch(
        self,
        suite: cst.CSTNode,
        node: cst.CSTNode,
        chain: Sequence[cst.CSTNode],
        writers: set[cst.CSTNode],
    ) -> Stretch:
        body = body_of(suite)
        above = [node, *self.facts.index.above(node)]
        last = next(i for i, s in enumerate(body) if s in above)
        for first in range(last):
            keeps = writers and not writers.isdisjoint(self._run_by([body[first]]))
            if body[first] in chain or keeps:
                return Stretch(suite, first, last)
        return Stretch(suite, last, last)


def _written(lines: Sequence[cst.CSTNode]) -> frozenset[str]:
    return frozenset[str]().union(*(effects(line).writes for line in lines))


def _is_owners(line: cst.CSTNode) -> bool:
    """`part.optimizer.zero_grad()`: it changes an optimizer, and computes no part of a loss."""
    small = only(line)
    call = small.value if isinstance(small, cst.Expr) else None
    func = call.func if isinstance(call, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value in _OF_OWNERS


def _filled(line: cst.CSTNode) -> set[str]:
    """x of `x.resize_(n).normal_()`: what it was before is lost."""
    small = only(line)
    match small.value if isinstance(small, cst.Expr) else None:
        case cst.Call(cst.Attribute(root, cst.Name(name))) if name in _FILLS:
            while isinstance(root, cst.Call) and isinstance(root.func, cst.Attribute):
                root = root.func.value
            return {root.value} if isinstance(root, cst.Name) else set()
    return set()
