"""A train body: its parameters, its results, and the conditions that become flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from porter.analysis.assigned import Assigned
from porter.analysis.doings import Doings
from porter.analysis.liveness import liveness, upward_exposed
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import UNKNOWN, Class, Function, Kind, Named, Number, Record, Tensor, Unknown
from porter.kinds import Sequence as ListKind
from porter.plan.binding_order import bound_order, ordered_writes
from porter.plan.deferred import Deferrals, Deferred
from porter.plan.effects import effects, reads, targets
from porter.plan.fixed_numbers import fixed_numbers
from porter.plan.flags import flag_name, names_beside_conditions
from porter.plan.freezing import Freezing
from porter.plan.frozen import Changing, is_replaced, items_of_containers, values_of_objects
from porter.plan.host_data import becomes, named, without
from porter.plan.model import Body, Gradient, Update, trained_by
from porter.plan.modes import states_of
from porter.plan.nesting import crosses
from porter.plan.no_grad import leaves_no_line
from porter.plan.numbers import Numbers
from porter.plan.numbers import named as named_numbers
from porter.plan.objects import has_no_hash
from porter.plan.picking import picking, picks_rows
from porter.plan.places import Place, body_of
from porter.plan.region import Refusal, Region, Regions
from porter.plan.scopes import Scopes, bindings, parameters
from porter.plan.side_outputs import SideOutputs
from porter.plan.together import index_of
from porter.plan.unrolled import Unrolled
from porter.tree import dotted, walk, walk_statements


class Outliner:
    """Splits a `@tf.function` off the suite that an update stands in."""

    def __init__(self, facts: Facts, gradients: Sequence[Gradient] = ()) -> None:
        self.facts = facts
        self.gradients = gradients
        self.parents = facts.index.parents
        self.written = frozenset(name.value for name in facts.index.all(cst.Name))
        self.names = set(self.written)  # with those of train bodies and their parameters
        self.methods: dict[cst.ClassDef, set[str]] = {}  # the same for a class
        self.deferred = Deferrals(facts)
        self.side_outputs = SideOutputs(facts)
        self.regions = Regions(facts, Unrolled(facts, self.deferred))
        self.numbers = Numbers(facts, self.regions.traceable.host_data)

    def body(
        self,
        place: Place,
        updates: list[Update],
        host: frozenset[cst.CSTNode] = frozenset(),
        at: tuple[cst.CSTNode, ...] = (),
        name: str = "",
    ) -> Body:
        """The train body around the updates, or around the statements `at`, without those in
        `host`, which have bodies of their own; raises Refusal with the line in the way."""
        self.regions.host = host
        if place.cls is not None and place.owner is not None:
            if not place.receiver:
                raise Refusal(place.owner, "it stands in a method without self")
        suite = body_of(place.suite)
        tops = [*at, *(self._top(suite, u.backward) for u in updates)]
        anchors = {i for i, s in enumerate(suite) if any(s is top for top in tops)}
        region = self.regions.around(suite, anchors, updates)
        self._with_gradients(suite, region, updates)
        scopes = Scopes(self.facts, place.owner, place.around, place.cls, place.loop)
        flags = self._flags(region, updates, scopes)
        handed = {u.transplant.statement for u in updates if u.transplant and u.transplant.whole}
        parameters, numbers = self._parameters(place, region, flags, scopes, handed, updates)
        plain = Unrolled(self.facts, self.deferred, by_mode=False)
        plain.of(updates)
        states = states_of(plain, region, place.cls, updates, parameters)
        parameters += tuple((self._fresh(name), given) for name, given in states)
        data = self._data(region, parameters, numbers)
        results = (*self._results(place, region), *self.side_outputs.of(suite, region))
        return Body(
            self._fresh(name, self._taken(place.cls)) if name else self._name(place, updates),
            place.owner,
            place.cls,
            place.receiver,
            self._anchor(place, region),
            region.first,
            region.last,
            region.graph,
            region.before,
            region.after,
            region.replayed,
            tuple(_within(update, suite, region) for update in updates),
            parameters,
            results,
            flags,
            data,
            numbers | {node: wrap for node in region.data if (wrap := becomes(self.facts, node))},
        )

    def _data(
        self,
        region: Region,
        parameters: tuple[tuple[str, str], ...],
        numbers: dict[cst.CSTNode, str],
    ) -> dict[cst.CSTNode, str]:
        """The names for the data, and the numbers, that the host makes for the body."""
        if not region.data and not numbers:
            return {}
        body = [*region.replayed, *region.graph]
        made = {*region.data, *numbers}
        nodes = (n for statement in body for n in without(statement, made))
        taken = {n.value for n in nodes if isinstance(n, cst.Name)}
        taken |= {name for name, _ in parameters}
        found = named(region.data, self.facts, taken)
        return found | named_numbers(numbers, taken.union(found.values()))

    def _with_gradients(
        self, suite: Sequence[cst.CSTNode], region: Region, updates: Sequence[Update]
    ) -> None:
        """A gradient has all its lines in the body, or none."""
        inside = {*region.graph, *region.replayed}
        for one in self.gradients:
            apart = one.first in inside and one.statement in inside
            mixed = crosses(suite, one, region.first, region.last, whole=True)
            mixed = mixed or any(crosses(suite, one, u.first, u.last) for u in updates)
            held = any(one.statement is s for s, _ in (*region.before, *region.after))
            if mixed or held or (one.statement in inside and not apart):
                raise Refusal(one.statement, "it takes another gradient")

    def deferred_in(self, bodies: Sequence[Body]) -> tuple[Deferred, ...]:
        """The functions that train bodies call whose numbers their callers have to make."""
        nodes = (n for body in bodies for s in body.graph for n in walk(s))
        return tuple(
            dict.fromkeys(self.deferred.calls[n] for n in nodes if n in self.deferred.calls)
        )

    def _top(self, suite: Sequence[cst.CSTNode], node: cst.CSTNode) -> cst.CSTNode:
        while not any(node is s for s in suite):
            node = self.parents[node]
        return node

    def _name(self, place: Place, updates: Sequence[Update]) -> str:
        if place.owner is None:
            name = "train_body"
        else:
            stem = place.owner.name.value.strip("_")
            name = f"_{stem}_body" if place.cls is not None else f"{stem}_body"
        taken = self._taken(place.cls)
        what = trained_by(updates[0].optimizers[0]) if updates[0].optimizers else ""
        if name in taken and what not in ("", "optimizer", "opt"):
            name = f"{name.removesuffix('body')}{what}"  # the second one: train_actor
        return self._fresh(name, taken)

    def _taken(self, cls: cst.ClassDef | None) -> set[str]:
        """The names that a method may not have: a class that stands alone has names of its own."""
        infos = self.facts.classes.values()
        heirs = any(isinstance(base, Class) for info in infos for base in info.bases)
        if cls is None or heirs:
            return self.names
        return self.methods.setdefault(cls, set(self.written))

    def let_go(self, body: Body) -> None:
        """Another body may have its name."""
        self._taken(body.cls).discard(body.name)

    def _fresh(self, name: str, taken: set[str] | None = None) -> str:
        taken = self.names if taken is None else taken
        number, found = 1, name
        while found in taken:
            number += 1
            found = f"{name}_{number}"
        taken.add(found)
        return found

    def _anchor(self, place: Place, region: Region) -> cst.CSTNode:
        if place.owner is not None:
            return place.owner
        return place.loop if place.loop is not None else region.first

    def _flags(
        self, region: Region, updates: Sequence[Update], scopes: Scopes
    ) -> dict[cst.CSTNode, str]:
        """Python conditions inside the body that can change become boolean parameters."""
        flags: dict[cst.CSTNode, str] = {}
        written: frozenset[str] = frozenset()
        used = names_beside_conditions(region.graph)
        for statement in region.graph:
            for node in walk_statements(statement):
                if not isinstance(node, cst.If):
                    continue
                names = reads(node.test) - _loop_names(statement)
                constant = all(n == "self" or scopes.closure(n) for n in names)
                if constant and not any(is_replaced(self.facts, n) for n in walk(node.test)):
                    continue
                if names != reads(node.test):
                    raise Refusal(node, "a condition on what a loop goes over")
                if names & written:
                    raise Refusal(node, "a condition on something that the update computes")
                setting = isinstance(node.test, cst.Attribute)
                flags[node] = self._fresh(flag_name(node, updates), used if setting else None)
            written |= effects(statement).writes
        return flags

    def _parameters(
        self,
        place: Place,
        region: Region,
        flags: dict[cst.CSTNode, str],
        scopes: Scopes,
        gone: set[cst.CSTNode],
        updates: Sequence[Update],
    ) -> tuple[tuple[tuple[str, str], ...], dict[cst.CSTNode, str]]:
        """(name in the body, expression at the call), in the order in which they were bound; and
        the numbers that the host computes of them."""
        idle = self.facts.once(Freezing).is_idle
        body = [s for s in (*region.replayed, *region.graph) if s not in gone and not idle(s)]
        blocks = {n for s in body for n in walk_statements(s) if leaves_no_line(self.facts, n)}
        needed = upward_exposed(body, blocks.union(flags))
        needed |= self._kept(place, region)
        tests = {node.test for node in flags}  # type: ignore[attr-defined]
        try:
            items = items_of_containers(self.facts, body, {*region.data, *tests}, scopes.closure)
            deep = values_of_objects(self.facts, body, {*region.data, *tests}, scopes.closure)
        except Changing as changing:
            raise Refusal(changing.node, str(changing)) from None
        order: dict[str, Kind] = {}
        numbers_read = {n for s in body for n in walk(s) if deep and _text(n) in deep}
        for statement in body:
            for node in without(statement, {*region.data, *tests, *items, *numbers_read}):
                name = dotted(node) if isinstance(node, (cst.Name, cst.Attribute)) else None
                if name in needed and name not in order:
                    order[name] = self.facts.kind(node)
        for one in (o for update in updates for o in update.optimizers):
            order.setdefault(dotted(one) or "", self.facts.kind(one))  # also if the host applies
        found = {name: (short, scopes.wrapped(name, kind)) for name, (short, kind) in deep.items()}
        taken = picking(body, self.facts) | fixed_numbers(self.facts, place.owner)
        changed = {n for s in body for n in effects(s).writes}
        bound = bound_order(place.owner if place.owner is not None else self.facts.module)
        for name, kind in sorted(order.items(), key=lambda item: bound.get(item[0], len(bound))):
            own = isinstance(kind, Tensor) and name in changed  # `x.fill_(1)` binds x in the port
            if name == "self" or (scopes.closure(name) and not own):
                continue
            if not (scopes.own(name) or name.startswith("self.")) and self._importable(name, kind):
                continue
            if self.facts.is_distribution(kind):
                raise Refusal(region.first, f"{name} is a distribution that is made before")
            if has_no_hash(self.facts, kind):
                raise Refusal(region.first, f"{name} is an object without a hash")
            if self._unbound(name, place, region):
                if place.owner is not None and place.loop is None:
                    continue  # no earlier turn has bound it: reading it is an error here as there
                raise Refusal(region.first, f"{name} is not always assigned before it is read")
            short = name[5:] if name.startswith("self.") else name
            wrap = "" if name in taken else scopes.wrapped(name, kind)
            if isinstance(kind, ListKind) and self._changes(name, scopes):
                raise Refusal(region.first, f"{name} is a list that changes")
            if name in self.regions.traceable.host_data.slices:
                raise Refusal(
                    region.first, f"{name} is a slice, which no trace takes: [start:stop]"
                )
            wrap = self.numbers.wrap(name, kind, wrap, scopes.own(name), body)
            if picks_rows(name, kind, body, self.facts):
                wrap = "int"
            found[name] = (short, wrap)
        counted = {n: wrap for n, (_, wrap) in found.items() if wrap in ("int", "float", "number")}
        traced = {n for n, (_, w) in found.items() if not w and isinstance(order.get(n), Number)}
        numbers, wraps = self.numbers.computed_by_host(
            body, {*region.data, *tests, *items}, counted, traced
        )
        late = self.numbers.computed_late(body, numbers, {*wraps})
        if late is not None:
            raise Refusal(region.first, f"{code(late)} counts with what the body computes")
        numbers |= {item: self.numbers.becomes(item) for item in items}
        kinds = order | {name: kind for name, (_, kind) in deep.items()}
        given = [
            (short, f"{wraps.get(n)}:{n}" if wraps.get(n) else n + _unread(n, kinds[n], body))
            for n, (short, _) in found.items()
            if n in wraps or n not in counted
        ]
        given += [(flag, code(node.test)) for node, flag in flags.items()]  # type: ignore[attr-defined]
        return tuple(given), numbers

    def _changes(self, name: str, scopes: Scopes) -> bool:
        """Whether others change a list: each of its states would be a trace."""
        around = not scopes.own(name) and name in self.facts.once(Doings).mutated
        return around or name.startswith("self.")

    def _unbound(self, name: str, place: Place, region: Region) -> bool:
        """Whether nothing but the body itself binds the name."""
        inside = bindings(region.graph)[name]
        around = place.owner.body.body if place.owner is not None else self.facts.module.body
        if place.owner is not None and name in parameters(place.owner):
            return False
        return bool(inside) and bindings(around)[name] == inside

    def _importable(self, name: str, kind: Kind) -> bool:
        """Python's own names, functions, classes and modules are read where they are defined."""
        return isinstance(kind, (Named, Function, Class)) or (
            kind == UNKNOWN and name in ("True", "False", "None")
        )

    def _results(self, place: Place, region: Region) -> tuple[str, ...]:
        """The names that the body must give back: those read after it, in order of writing."""
        needed = self._read_after(place, region)
        found: dict[str, None] = {}
        for statement in region.graph:
            written = effects(statement).writes
            for name in ordered_writes(statement):
                if name in written & needed and not name.startswith("self."):
                    found[name] = None
        for statement in region.graph:
            for node in walk(statement):
                if dotted(node) in found and self.facts.is_distribution(self.facts.kind(node)):
                    raise Refusal(statement, f"{dotted(node)} is a distribution, and is read later")
                if isinstance(node, cst.Assign) and isinstance(node.value, cst.Integer):
                    if dotted(node.targets[0].target) in found:
                        raise Refusal(statement, "a Python number")
        sure = _sure(region) | self._kept(place, region)
        missing = [name for name in found if name not in sure]
        if missing:
            raise Refusal(region.last, f"{missing[0]} is not always computed, and is read later")
        return tuple(found)

    def _read_after(self, place: Place, region: Region) -> frozenset[str]:
        after = liveness(place.owner or self.facts.module).after(region.last)
        return after.union(*(reads(s) for s, _ in region.after), frozenset())

    def _kept(self, place: Place, region: Region) -> frozenset[str]:
        """The tensors that a branch of the body may replace, bound before it on every way: the
        body gets the old ones, and gives back the old or the new ones."""
        written = frozenset[str]().union(*(effects(s).writes for s in region.graph))
        open_ = written & self._read_after(place, region) - _sure(region)
        if not open_ or place.owner is None or not isinstance(place.owner.body, cst.IndentedBlock):
            return frozenset()
        sure = Assigned(place.owner.body.body, parameters(place.owner)).before(region.first)
        names = [n for n in walk(place.owner.body) if isinstance(n, cst.Name) and n.value in open_]
        others = {n.value for n in names if not isinstance(self.facts.kind(n), Tensor)}
        return (open_ & sure) - others


def _sure(region: Region) -> frozenset[str]:
    """The names that the body binds on every way through it."""
    return frozenset[str]().union(*(effects(s).kills for s in region.graph))


def _within(update: Update, suite: Sequence[cst.CSTNode], region: Region) -> Update:
    """The update whose tape closes behind a line of the body, not behind one of the host's."""
    traced = {*region.replayed, *region.graph}
    if update.last not in suite or update.last in traced:
        return update
    above = suite[: index_of(suite, update.last)]
    return replace(update, last=next(s for s in reversed(above) if s in traced))


def _unsigned(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.expression if isinstance(node, cst.UnaryOperation) else node


def _loop_names(statement: cst.CSTNode) -> frozenset[str]:
    """What loops over parameters bind: they are unrolled, so conditions on it are decided."""
    loops = (node for node in walk_statements(statement) if isinstance(node, cst.For))
    return frozenset().union(*(targets(loop.target) for loop in loops), frozenset())


def _unread(name: str, kind: Kind, body: Sequence[cst.CSTNode]) -> str:
    """`._replace(indices=None)`: each number of Python's in a named tuple would be traced anew."""
    if not isinstance(kind, Record):
        return ""
    nodes = [node for statement in body for node in walk(statement)]
    fields = {
        n.attr.value for n in nodes if isinstance(n, cst.Attribute) and dotted(n.value) == name
    }
    if any(isinstance(n, cst.Arg | cst.Assign) and dotted(n.value) == name for n in nodes):
        return ""  # as a whole
    loose = (Unknown, Number, ListKind)
    given = [n for n, k in zip(kind.names, kind.items) if isinstance(k, loose) and n not in fields]
    return f"._replace({', '.join(f'{n}=None' for n in given)})" if given else ""


def _text(node: cst.CSTNode) -> str | None:
    """self.hp.a"""
    return dotted(node) if isinstance(node, cst.Attribute) else None
