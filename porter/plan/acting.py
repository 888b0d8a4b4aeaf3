"""Losses of what was computed while acting: a list of log-probabilities that another function
filled. The tape lies beside the list and records while the agent acts, up to the update.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import libcst as cst

from porter.facts import ClassInfo, Facts
from porter.kinds import Function, Parameter
from porter.plan.effects import targets
from porter.plan.model import Acting
from porter.plan.no_grad import is_no_grad
from porter.plan.slices import Slices
from porter.plan.together import span
from porter.tree import dotted, walk

_GROWING = frozenset({"append", "appendleft"})


@dataclass(frozen=True, eq=False)
class Site:
    """Where an item is put into a list that a loss is made of."""

    name: str  # saved_log_probs
    owner: str  # policy, of policy.saved_log_probs.append(…)
    call: cst.CSTNode  # of append …
    at: cst.CSTNode  # … or of the method that does it
    item: cst.BaseExpression
    acting: Acting
    whole: cst.BaseExpression | None = None  # the tuple that it stands in with others …
    summed: bool = False  # it is no list: items add up
    beside: Mapping[int, cst.BaseExpression] = field(default_factory=dict)  # … which are these


Slice = tuple[cst.CSTNode, cst.CSTNode, frozenset[cst.CSTNode], str]


class _Kept(Slices):
    """Slices that begin where such a list is read."""

    lists: frozenset[str] = frozenset()

    def trains(self, node: cst.CSTNode) -> bool:
        kept = isinstance(node, cst.Attribute) and node.attr.value in self.lists
        return kept or super().trains(node)


class Recordings:
    """The lists that are filled while acting, and where that is done."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.slices = Slices(facts)
        self.used: set[str] = set()  # the lists that losses are made of

    # -- the update
    def slice(
        self, suite: Sequence[cst.CSTNode], at: int, loss: cst.BaseExpression
    ) -> Slice | None:
        """First and last statement of what a loss is made of, and the tape that has the rest."""
        if not self._lists:
            return None
        kept = _Kept(self.facts)
        kept.lists = frozenset(self._lists)
        names, read = self._around(kept, suite[at])
        flowing: list[cst.CSTNode] = []
        for statement in suite[:at]:
            carried = kept.carried(statement, names)
            if carried:
                names |= carried
                flowing.append(statement)
        if not (kept.differentiated(loss) & names or kept.trains(loss)):
            return None
        lists = [one for s in (*read, *flowing, loss) for one in self._read(s)]
        owners = {dotted(one.value) for one in lists}
        if len(owners) != 1 or None in owners:
            return None
        self.used |= {one.attr.value for one in lists}
        places = flowing or [suite[at]]
        return places[0], places[-1], frozenset(flowing), f"{owners.pop()}.tape"

    def has(self, name: str, value: cst.BaseExpression) -> bool:
        """Whether the tape beside such lists has what was bound to a name: one of them, a part of
        one, or what was computed where it is recorded."""
        if name.startswith("."):  # the state of an object: each call would open the tape again
            return False
        above = {value, *self.facts.index.above(value)}
        kept = name.rpartition(".")[2] in self._lists or any(self._read(value))
        return kept or any(
            not above.isdisjoint(self._lines(one))
            for acting in self._lists.values()
            for one in acting
        )

    def _lines(self, one: Acting) -> list[cst.CSTNode]:
        """Those that the tape is open at."""
        suite = list(self.parents[one.first].body)  # type: ignore[attr-defined]
        return [*span(suite, one.first, one.last)]

    def _around(self, kept: _Kept, node: cst.CSTNode) -> tuple[set[str], list[cst.CSTNode]]:
        """The names that gradients come through when the suite of a statement begins."""
        above = [node, *self.facts.index.above(node)]
        function = next((i for i, n in enumerate(above) if isinstance(n, cst.FunctionDef)), None)
        names: set[str] = set()
        read: list[cst.CSTNode] = []
        chain = list(reversed(above[:function]))
        for outer, inner in pairwise(chain):
            if isinstance(outer, cst.For) and inner is outer.body:
                if kept.trains(outer.iter) or kept.differentiated(outer.iter) & names:
                    names |= targets(outer.target)
                    read.append(outer.iter)
            elif isinstance(outer, cst.IndentedBlock) and inner is not node:
                for statement in outer.body[: list(outer.body).index(inner)]:  # type: ignore[arg-type]
                    carried = kept.carried(statement, names)
                    if carried:
                        names |= carried
                        read.append(statement)
        return names, read

    def _read(self, statement: cst.CSTNode) -> Iterator[cst.Attribute]:
        for node in walk(statement):
            if isinstance(node, cst.Attribute) and node.attr.value in self._lists:
                yield node

    # -- where it is recorded
    def acting(self) -> tuple[Acting, ...]:
        """The lines that fill the lists that losses are made of, those of one suite together."""
        found: dict[tuple[cst.CSTNode, str], Acting] = {}
        for one in (one for name in sorted(self.used) for one in self._lists[name]):
            suite = self.parents[one.first]
            key = suite, one.tape
            before = found.get(key)
            if before is not None:
                body = list(suite.body)  # type: ignore[attr-defined]
                first = min(before.first, one.first, key=body.index)
                one = Acting(first, max(before.last, one.last, key=body.index), one.tape)
            found[key] = one
        return tuple(found.values())

    def made(self) -> tuple[cst.CSTNode, ...]:
        """The lines of `__init__` beside which the tapes are made: one for each class."""
        found: dict[str, cst.CSTNode] = {}
        for name in sorted(self.used):
            for info, line in self._begun(name):
                found.setdefault(info.name, line)
        return tuple(found.values())

    @cached_property
    def _lists(self) -> dict[str, list[Acting]]:
        """For each list that is an attribute, where what has a gradient is put into it; and for
        what is kept in an attribute by itself, where it is computed."""
        lists = {name: [site.acting for site in sites] for name, sites in self.sites.items()}
        return self._single() | lists

    def _single(self) -> dict[str, list[Acting]]:
        """`self.log_prob = dist.log_prob(action)`: one line sets it, and the constructor."""
        found: dict[str, list[Acting | None]] = {}
        for node in self.facts.index.all(cst.Assign):
            target = node.targets[0].target
            name = (dotted(target) or "").removeprefix("self.")
            if len(node.targets) == 1 and dotted(target) == f"self.{name}":
                found.setdefault(name, []).append(self._recorded(node, node.value, "self"))
        return {
            name: [one]
            for name, (*rest, one) in found.items()
            if one is not None
            and len(rest) == len(list(self._begun(name))) == 1
            and rest[0] is None
            and self.facts.index.function(one.first) not in self._called(one)
        }

    @cached_property
    def sites(self) -> dict[str, list[Site]]:
        """The same with the calls that do it."""
        found: dict[str, list[Site]] = {}
        unclear: set[str] = set()
        for call in self.facts.index.all(cst.Call):
            if not (isinstance(call.func, cst.Attribute) and call.func.attr.value in _GROWING):
                continue
            place = call.func.value
            if not isinstance(place, cst.Attribute) or len(call.args) != 1:
                continue
            name = place.attr.value
            for at, item, owner in self._puts(call, place):
                one = self._recorded(at, item, owner) if owner else None
                if one is not None:
                    found.setdefault(name, []).append(Site(name, owner, call, at, item, one))
                elif self._passed(at, item):
                    unclear.add(name)
        clear = {
            name: sites
            for name, sites in found.items()
            if name not in unclear and len(list(self._begun(name))) == 1
        }
        functions = {
            self.facts.index.function(s.acting.first) for sites in clear.values() for s in sites
        }
        return {
            name: sites
            for name, sites in clear.items()
            if not any(functions & self._called(site.acting) for site in sites)
        }

    def _called(self, one: Acting) -> set[cst.FunctionDef | None]:
        """The functions that run while the tape is open: none may open it again."""
        open_ = self._lines(one)
        found: set[cst.FunctionDef | None] = set()
        while open_:
            for node in walk(open_.pop()):
                kind = self.facts.kind(node.func) if isinstance(node, cst.Call) else None
                info = self.facts.functions.get(kind.name) if isinstance(kind, Function) else None
                if info is not None and info.node not in found:
                    found.add(info.node)
                    open_.append(info.node.body)
        return found

    def _puts(
        self, call: cst.Call, place: cst.Attribute
    ) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression, str]]:
        """(where, what, into whose list); `def put(self, item)` is looked at where it is called."""
        item = call.args[0].value
        function = self.facts.index.function(call)
        names = [p.name.value for p in function.params.params] if function is not None else []
        if function is None or not isinstance(item, cst.Name) or item.value not in names[1:]:
            yield call, item, dotted(place.value) or ""
            return
        at = names.index(item.value) - 1
        for other in self.facts.index.all(cst.Call):
            kind = self.facts.kind(other.func)
            info = self.facts.functions.get(kind.name) if isinstance(kind, Function) else None
            if info is None or info.node is not function:
                continue
            if isinstance(other.func, cst.Attribute) and len(other.args) > at:
                yield other, other.args[at].value, dotted(other.func.value) or ""

    def _recorded(self, at: cst.CSTNode, item: cst.BaseExpression, owner: str) -> Acting | None:
        """The lines that compute what is put into the list here, if a gradient comes through; what
        is a leaf has its own."""
        if isinstance(self.facts.kind(item), Parameter):
            return None
        node = at
        for above in self.facts.index.above(at):
            if isinstance(above, cst.FunctionDef) or is_no_grad(self.facts, above):
                break
            if isinstance(above, (cst.IndentedBlock, cst.Module)):
                body = list(above.body)
                place = body.index(node)  # type: ignore[arg-type]
                first, _, _ = self.slices.slice(body, place, item)
                if first is not None:
                    return Acting(first, body[place], f"{owner}.tape")
            node = above
        return None

    def _passed(self, at: cst.CSTNode, item: cst.BaseExpression) -> bool:
        """Whether it came as an argument: where it was computed is not known."""
        function = self.facts.index.function(at)
        names = {p.name.value for p in function.params.params} if function is not None else set()
        return bool(self.slices.differentiated(item) & (names - {"self"}))

    def _begun(self, name: str) -> Iterator[tuple[ClassInfo, cst.CSTNode]]:
        """The lines `self.name = []` of constructors."""
        for info in self.facts.classes.values():
            init = info.methods.get("__init__")
            for line in init.node.body.body if init is not None else ():
                for small in getattr(line, "body", ()) if not _compound(line) else ():
                    targets_ = small.targets if isinstance(small, cst.Assign) else ()
                    if any(dotted(t.target) == f"self.{name}" for t in targets_):
                        yield info, line


def _compound(line: cst.CSTNode) -> bool:
    return isinstance(line, cst.BaseCompoundStatement)


def kept_list(facts: Facts, around: cst.CSTNode) -> str | None:
    """The list of what was computed while acting, and can't be again, that is read there."""
    names = (dotted(n) or "" for n in walk(around) if isinstance(n, (cst.Attribute, cst.Name)))
    read = {name.rpartition(".")[2] for name in names}
    return next((name for name in facts.kept if name in read), None)
