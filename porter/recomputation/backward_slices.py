"""Backward slices of list items: which lines have to run again, and what they are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeGuard

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Kind, Module, Number, Tensor
from porter.plan.acting import Recordings, Site
from porter.plan.effects import effects
from porter.plan.host_data import HostData
from porter.plan.random_numbers import draws
from porter.plan.region import Refusal
from porter.plan.scopes import bindings, parameters
from porter.plan.traceable import Traceable
from porter.tree import children, dotted, only, walk

Line = cst.SimpleStatementLine


@dataclass(frozen=True, eq=False)
class Frame:
    """Where code stands."""

    function: cst.FunctionDef | None  # None: in the script itself
    before: cst.CSTNode  # functions that it calls are defined before this statement …
    local: frozenset[str]  # … and can't read these names


def frame_of(facts: Facts, node: cst.CSTNode) -> Frame:
    """The frame of a node: of a function, or of the script's outermost loop."""
    function = facts.index.function(node)
    if function is not None:
        return Frame(function, function, bound_in(function) - {"self"})
    above = [node, *facts.index.above(node)]
    loops = [n for n in above if isinstance(n, (cst.For, cst.While))]
    return Frame(None, above[-2], frozenset(bindings(loops[-1:])))


@dataclass(frozen=True, eq=False)
class BackwardSlice:
    """The lines of one suite that lead to the items, and what the update has to know of them."""

    sites: tuple[Site, ...]  # one for each list
    frame: Frame  # of what acts
    acting: tuple[Line, ...]  # the lines that choose the action, if they can be a function
    chosen: tuple[str, ...]  # what it gives
    again: tuple[Line, ...]  # the lines that the update runs again
    given: dict[str, Kind]  # the names of the suite that they read
    data: dict[cst.CSTNode, str]  # expressions in them that the host computes
    unread: tuple[Line, ...] = ()  # lines that run again, and that nobody reads where they stood
    early: cst.CSTNode | None = None  # the line behind which it is kept, if not where it was

    @property
    def kept(self) -> dict[str, Kind]:
        """What has to be kept for the update, by its name."""
        made = dict.fromkeys(self.data.values(), Tensor())
        return {**made, **self.given}

    def kept_for(self, site: Site) -> tuple[str, ...]:
        """The first list has all of it; the others have what is needed to fill them."""
        return tuple(self.kept) if site is self.sites[0] else tuple(self.kept)[:1]

    def item(self, site: Site) -> str:
        """What is put into a list now: what stands beside, and what is kept."""
        return tupled([*map(code, site.beside.values()), *self.kept_for(site)])


class BackwardSlices:
    """Finds them in one file; what stands in the way is a Refusal."""

    def __init__(self, facts: Facts, recordings: Recordings) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.slices = recordings.slices
        self.host = HostData(facts)

    def sliced(self, sites: Sequence[Site]) -> BackwardSlice:
        """What is put into lists in one suite, as something that can be done again."""
        last = max((s.acting.last for s in sites), key=self._suite(sites[0]).index)
        frame = frame_of(self.facts, last)
        suite = self._suite(sites[0])
        for site in sites:
            if only(site.acting.last) is None or site.at not in set(walk(site.acting.last)):
                raise Refusal(site.acting.last, "what is kept is not computed beside the line")
        items = [site.item for site in sites]
        end = suite.index(last)
        again = self._again(sites, suite, end)
        data = self._data((*again, *items), frame.local)
        inside = {n for node in data for n in walk(node)}
        nodes = [n for part in (*again, *items) for n in walk(part) if n not in inside]
        reads = upward_exposed([*again, *map(cst.Expr, items)])
        given = {
            n.value: self.facts.kind(n)
            for n in nodes
            if isinstance(n, cst.Name) and n.value in reads & frame.local
            and not isinstance(self.facts.kind(n), Module)
        }  # fmt: skip
        for name, kind in given.items():
            if not isinstance(kind, (Tensor, Number)):
                raise Refusal(last, f"{name} is not known to be a tensor or a number")
        if not given and not data:
            raise Refusal(last, "it is computed of nothing that changes")
        early = self._early(sites, suite, again, {*given})
        if early is not None and any(site.beside for site in sites):
            raise Refusal(last, "what is kept changes before it is kept")
        traceable = _ButData(self.facts)
        traceable.data = {*data}
        unread = self._unread(again, sites, frame)
        acting, chosen = self._acting(sites, suite, end, frame, {*given}, traceable, unread)
        return BackwardSlice(tuple(sites), frame, acting, chosen, again, given, data, unread, early)

    def _unread(
        self, again: Sequence[Line], sites: Sequence[Site], frame: Frame
    ) -> tuple[Line, ...]:
        """The lines that nothing needs but what is kept: `log_prob = dist.log_prob(action)`."""
        around = frame.function.body if frame.function is not None else self.facts.module
        names = self._own_names(around, frame)
        inside = {n for site in sites for n in walk(site.item)}
        inside |= {n for site in sites if site.summed for n in walk(site.at)}
        found: list[Line] = []
        for line in reversed(again):
            own = {*walk(line)}
            written = effects(line).writes
            if not written & self.facts.once(Changes).declared and not any(
                n.value in written and n not in inside and n not in own for n in names
            ):
                found.insert(0, line)
                inside |= own
        return tuple(found)

    def _suite(self, site: Site) -> tuple[cst.CSTNode, ...]:
        return tuple(self.parents[site.acting.first].body)  # type: ignore[attr-defined]

    def _again(
        self, sites: Sequence[Site], suite: Sequence[cst.CSTNode], end: int
    ) -> tuple[Line, ...]:
        """The lines that a gradient comes through, or that make a distribution of such."""
        flowing: set[cst.CSTNode] = set()
        needed: set[str] = set()
        for site in sites:
            at = suite.index(site.acting.last)
            flowing |= self.slices.slice(suite, at, site.item)[2]
            needed |= effects(site.item).reads
            if draws(self.facts, site.item):
                raise Refusal(site.acting.last, "it draws random numbers")
        found: list[Line] = []
        for statement in reversed(suite[:end]):
            taken = effects(statement).writes & needed and statement in flowing
            if not taken or is_drawn(self.facts, statement):
                continue
            if not isinstance(statement, Line) or not isinstance(only(statement), cst.Assign):
                raise Refusal(statement, "what is kept depends on a branch or a loop")
            found.insert(0, statement)
            needed |= effects(statement).reads
        return tuple(found)

    def _data(self, parts: Sequence[cst.CSTNode], local: frozenset[str]) -> dict[cst.CSTNode, str]:
        """`torch.from_numpy(state).float()` of a line that runs again: the state is kept so."""
        computed = frozenset[str]().union(*(effects(part).writes for part in parts))
        taken = {name.value for name in self.facts.index.all(cst.Name)}
        found: dict[cst.CSTNode, str] = {}
        names: dict[str, str] = {}
        stack = [*reversed(parts)]
        while stack:
            node = stack.pop()
            reads = effects(node).reads & local
            if isinstance(node, cst.Call) and self._is_data(node, reads, computed):
                written = (n.value for n in walk(node) if isinstance(n, cst.Name))
                own = min(reads).rpartition(".")[2]  # obs of self.obs
                root = next((name for name in written if name in reads), own)
                name = names.setdefault(code(node), f"{root}_tensor")
                if name in taken:
                    raise Refusal(node, f"the name {name} is taken")
                found[node] = name
                continue
            stack += reversed(children(node))
        return found

    def _is_data(self, node: cst.Call, reads: frozenset[str], computed: frozenset[str]) -> bool:
        """Whether it makes a tensor of values of the host's."""
        kinds = (self.facts.kind(n) for n in walk(node) if isinstance(n, cst.Name))
        made = bool(reads) and not any(isinstance(kind, Tensor) for kind in kinds)
        return made and not reads & computed and self.host.makes(node)

    def _early(
        self,
        sites: Sequence[Site],
        suite: Sequence[cst.CSTNode],
        again: Sequence[Line],
        given: set[str],
    ) -> cst.CSTNode | None:
        """What the lines are given is the same when it is kept; if need be that is done earlier,
        behind the line that this gives."""
        at = [suite.index(site.acting.last) for site in sites]
        first = suite.index(sites[0].acting.first)
        for line in again:
            if effects(line).writes & given:
                name = min(effects(line).writes & given)
                raise Refusal(line, f"{name} comes from the step before: a recurrent state")
        read = {i for i in range(max(at)) if suite[i] in again}
        drawn = {i for i in range(max(at)) if is_drawn(self.facts, suite[i])
                 and effects(suite[i]).writes & given}  # fmt: skip
        ready = max([*read, *drawn, first - 1])
        begin = min([*read, *drawn, *at])
        changed = [
            suite[i]
            for i in range(begin, max(at))
            if i not in drawn and effects(suite[i]).writes & given
        ]
        if not changed:
            return None
        if any(suite.index(line) < ready for line in changed):
            raise Refusal(changed[0], "it changes what is computed with")
        between = [n for line in suite[ready + 1 : max(at)] for n in walk(line)]
        if any(isinstance(n, (cst.Break, cst.Continue, cst.Return)) for n in between):
            raise Refusal(changed[0], "it changes what is computed with, and may leave the loop")
        lists = {site.name for site in sites}
        seen = any(isinstance(n, cst.Call) and code(n.func) == "len"
                   and (dotted(n.args[0].value) or "").rpartition(".")[2] in lists
                   for n in between)  # fmt: skip
        if any(site.call is not site.at for site in sites) or ready < 0 or seen:
            raise Refusal(changed[0], "it changes what is computed with")
        return suite[ready]

    def _own_names(self, around: cst.CSTNode, frame: Frame) -> list[cst.Name]:
        """The names of the frame: of a script's, those of its functions are others."""
        names, owner = names_in([around]), self.facts.variables.owner
        if frame.function is not None:
            return names
        return [n for n in names if owner(n) is self.facts.module]

    def _acting(
        self,
        sites: Sequence[Site],
        suite: Sequence[cst.CSTNode],
        end: int,
        frame: Frame,
        given: set[str],
        traceable: Traceable,
        unread: Sequence[Line],
    ) -> tuple[tuple[Line, ...], tuple[str, ...]]:
        """The lines from the first forward pass to the last draw, and what others read of them;
        nothing where they can't be traced, or a distribution would have to be given back."""
        none: tuple[tuple[Line, ...], tuple[str, ...]] = ((), ())
        drawn = [i for i in range(end) if is_drawn(self.facts, suite[i])]
        first = next((i for i in range(end) if self.slices.trains(suite[i])), end)
        if not drawn or first > drawn[-1]:
            return none
        run = tuple(suite[first : drawn[-1] + 1])
        run = tuple(line for line in run if line not in unread)
        if not _are_lines(run) or any(traceable.statement(s) is not None for s in run):
            return none
        inside = {n for part in (*run, *unread, *(s.item for s in sites)) for n in walk(part)}
        around = frame.function.body if frame.function is not None else self.facts.module
        read = {n.value for n in self._own_names(around, frame) if n not in inside} | given
        chosen: dict[str, None] = {}
        for line in run:
            for node in names_in([line]):
                if node.value in effects(line).writes & read:
                    if not isinstance(self.facts.kind(node), Tensor):
                        return none
                    chosen[node.value] = None
        return run, tuple(chosen)


class _ButData(Traceable):
    """What can be traced, where the host computes the data."""

    data: set[cst.CSTNode]

    def expression(self, node: cst.CSTNode) -> str | None:
        return None if node in self.data else super().expression(node)


def _are_lines(run: tuple[cst.CSTNode, ...]) -> TypeGuard[tuple[Line, ...]]:
    return all(isinstance(statement, Line) for statement in run)


def tupled(parts: Sequence[str]) -> str:
    """`(state, action)`, or one name."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def names_in(parts: Iterable[cst.CSTNode]) -> list[cst.Name]:
    """All names below these nodes."""
    return [n for part in parts for n in walk(part) if isinstance(n, cst.Name)]


def bound_in(function: cst.FunctionDef) -> frozenset[str]:
    """The names that belong to a function."""
    return frozenset({*parameters(function), *bindings(function.body.body)})


def is_drawn(facts: Facts, statement: cst.CSTNode) -> bool:
    """`action = dist.sample()`: for gradients, a number from outside."""
    small = only(statement)
    return isinstance(small, cst.Assign) and is_draw(facts, small.value)


def is_draw(facts: Facts, value: cst.BaseExpression) -> bool:
    """`dist.sample()`, also with something done to it: `dist.sample().item()`"""
    while isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute):
        if facts.is_distribution(facts.kind(value.func.value)):
            return value.func.attr.value == "sample"
        value = value.func.value
    return False
