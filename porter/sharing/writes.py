"""Lines that write into the memory of an array, or of weights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.infer.in_place import changes
from porter.kinds import Array, Named, Parameter, Tensor, Text, Union, Unknown
from porter.plan.scopes import parameters
from porter.sharing.flows import Place
from porter.sharing.places import MOVED, VIEWS, WEIGHTS, Places, handed
from porter.tree import item_owner, walk

if TYPE_CHECKING:
    from porter.facts import Facts, FunctionInfo

# Methods of arrays, and functions by the place of the array that they write into.
_METHODS = frozenset("fill sort put itemset partition resize byteswap setfield".split())
_FUNCTIONS = {
    "numpy.copyto": 0, "numpy.put": 0, "numpy.place": 0, "numpy.putmask": 0,
    "numpy.fill_diagonal": 0, "numpy.put_along_axis": 0, "numpy.random.shuffle": 0,
    "random.shuffle": 0,
}  # fmt: skip
_ELSE = ""  # no argument
_STEPS = frozenset(
    {"Optimizer.step", "Module.load_state_dict", "Either.load_state_dict", "Module.apply"}
    | {"GradScaler.step"}
)
Write = tuple["Facts", cst.CSTNode, cst.CSTNode | None]  # where, and what is written into


class Writes:
    """Who writes into a place: the lines themselves, and the functions that have such lines."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._lines: dict[Place, list[Write]] = {}
        self._callers: dict[Place, Mapping[cst.CSTNode, set[str]]] = {}
        self._hands: dict[tuple[cst.FunctionDef, str], list[tuple[cst.CSTNode, str]]] = {}
        for facts in places.files:
            for node, target in written(facts):
                for place in places.of(facts, target):
                    self._lines.setdefault(place, []).append((facts, node, target))
            for node in trained(facts):
                place = MOVED if _moves(node) else WEIGHTS
                self._lines.setdefault(place, []).append((facts, node, None))

    def lines(self, places: Iterable[Place], scope: cst.CSTNode | None = None) -> list[Write]:
        """All lines that write into one of these places; those in one function."""
        if scope is None:
            found = {w[1]: w for place in places for w in self._lines.get(place, ())}
        else:
            found = {w[1]: w for place in places for w in self._within.get((place, scope), ())}
        return list(found.values())

    @cached_property
    def _within(self) -> dict[tuple[Place, cst.CSTNode], list[Write]]:
        """The lines by the functions that they stand in."""
        found: dict[tuple[Place, cst.CSTNode], list[Write]] = {}
        for place, lines in self._lines.items():
            for line in lines:
                found.setdefault((place, line[0].once(Aliases).function(line[1])), []).append(line)
        return found

    def within(
        self, facts: Facts, scope: cst.CSTNode, places: Iterable[Place], array: cst.CSTNode | None
    ) -> Iterator[cst.CSTNode]:
        """The writes in one function, and its calls of functions that write; `array` is the name
        whose memory it is about, which a name that is bound anew does not have, but for those that
        it was made of: `array = made`."""
        wanted = self._names(facts, array) if isinstance(array, cst.Name) else set[str]()
        for home, node, target in self.lines(places, scope):
            same = isinstance(target, cst.Name) and target.value in wanted
            if same or not self.is_new(home, target):
                yield node
        found = [self._functions(place) for place in places]
        for call in facts.once(Aliases).calls.get(scope, ()) if any(found) else ():
            infos = self.places.callees(facts, call)
            if any(self._given(facts, call, i, f.get(i.node, ())) for i in infos for f in found):
                yield call

    def _given(
        self, facts: Facts, call: cst.Call, info: FunctionInfo, into: Collection[str]
    ) -> list[str]:
        """What a call writes into, if its function writes into these arguments: arguments of the
        caller's own function, or what it has otherwise."""
        values = dict(handed(info, call, facts))
        found = [_ELSE] if _ELSE in into else []
        for name in into:
            value = values.get(name)
            if name != _ELSE and (value is None or self.places.of(facts, value)):
                found.append(_argument(facts, value))
        return found

    def _functions(self, place: Place) -> Mapping[cst.CSTNode, set[str]]:
        """The functions whose callers see such a write: into which arguments, or elsewhere."""
        if place not in self._callers:
            found: dict[cst.CSTNode, set[str]] = {}
            lines = (line[1:] for line in self._lines.get(place, ()))
            open_ = [self._begins[line] for line in lines if line in self._begins]
            while open_:
                function, name = open_.pop()
                known = found.setdefault(function, set())
                if isinstance(function, cst.FunctionDef) and name not in known:
                    known.add(name)
                    open_ += self._handing(function, name)
            self._callers[place] = found
        return self._callers[place]

    @cached_property
    def _begins(self) -> dict[tuple[cst.CSTNode, cst.CSTNode | None], tuple[cst.CSTNode, str]]:
        """The function of each line that writes into what it has not made itself, and into which
        argument of it."""
        return {
            (node, target): (home.once(Aliases).function(node), _argument(home, target))
            for home, node, target in {w[1:]: w for ws in self._lines.values() for w in ws}.values()
            if not self.is_new(home, target)
        }

    def _handing(self, function: cst.FunctionDef, name: str) -> list[tuple[cst.CSTNode, str]]:
        """The functions that call this one with something of theirs as this argument."""
        if (function, name) not in self._hands:
            self._hands[function, name] = [
                (home.once(Aliases).function(call), given)
                for home, call in self.places.calls.get(function, ())
                for info in self.places.callees(home, call)
                if info.node is function
                for given in self._given(home, call, info, {name})
            ]
        return self._hands[function, name]

    def is_new(self, facts: Facts, target: cst.CSTNode | None) -> bool:
        """Whether a function has made the array that it writes into, since it was called."""
        if not isinstance(target, cst.Name) or facts.index.function(target) is None:
            return False
        aliases = facts.once(Aliases)
        scope = aliases.scope(target)
        if target.value in facts.once(Changes).declared or isinstance(scope.node, cst.Lambda):
            return False
        return aliases.rebound(scope, self.made(facts, target), target, -1, None)

    def made(self, facts: Facts, name: cst.Name) -> list[cst.CSTNode]:
        """Where the name gets an array that no other has."""
        bound = self._bound(facts, name)
        return [use for use, value in bound if self._makes(facts, value)]

    def _names(self, facts: Facts, array: cst.Name) -> set[str]:
        """The name of an array, and those that it was made of in its function."""
        found, open_ = set[str](), [array]
        while open_:
            name = open_.pop()
            if name.value not in found:
                found.add(name.value)
                values = (value for _, value in self._bound(facts, name))
                places = (v for v in values if isinstance(v, cst.CSTNode))
                open_ += [n for v in places for n in walk(v) if isinstance(n, cst.Name)]
        return found

    def _bound(self, facts: Facts, name: cst.Name) -> list[tuple[cst.CSTNode, object]]:
        """Where the function around binds the name, and to what."""
        aliases = facts.once(Aliases)
        scope, bound_value = aliases.scope(name), aliases.keeping.bound_value
        uses = scope.names.get(name.value, ())
        own = (use for use in uses if aliases.function(use) is scope.node)
        return [(u, value) for u in own if (value := bound_value(u)) is not NO_BINDING]

    def _makes(self, facts: Facts, value: object) -> bool:
        if not isinstance(value, cst.CSTNode) or _of_tensor(facts, value):
            return False
        return self.places.is_new(facts, value)


def _of_tensor(facts: Facts, node: cst.CSTNode) -> bool:
    """`x.numpy()`, and views of it: the array is the tensor's."""
    node = item_owner(node)
    func = node.func if isinstance(node, cst.Call) else None
    if not isinstance(func, cst.Attribute):
        return False
    if isinstance(facts.kind(func.value), Array):
        return func.attr.value in VIEWS and _of_tensor(facts, func.value)
    return func.attr.value == "numpy" and isinstance(facts.kind(func.value), Tensor)


def _argument(facts: Facts, target: cst.CSTNode | None) -> str:
    """The argument of the function around that an expression is, or is a part of."""
    target = item_owner(target) if target is not None else None
    if not isinstance(target, cst.Name):
        return _ELSE
    function = facts.index.function(target)
    return target.value if function is not None and target.value in parameters(function) else _ELSE


def written(facts: Facts) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """The statements and calls that write into arrays, and these arrays."""
    for node in facts.index.all(cst.Assign):
        for target in node.targets:
            if isinstance(target.target, cst.Subscript) and _stores(facts, target.target):
                yield node, target.target.value
    for node in facts.index.all(cst.AugAssign):
        target = node.target
        if isinstance(target, cst.Subscript) and (
            _stores(facts, target) or _is_array(facts, target)
        ):
            yield node, target.value
        elif not isinstance(target, cst.Subscript) and _is_array(facts, target):
            yield node, target
    for call in facts.index.all(cst.Call):
        for arg in call.args:
            if arg.keyword is not None and arg.keyword.value in ("out", "dst"):
                yield call, arg.value
        kind, func = facts.kind(call.func), call.func
        name = kind.name if isinstance(kind, Named) else ""
        if call.args and (name in _FUNCTIONS or (name.startswith("numpy.") and name[-3:] == ".at")):
            yield call, call.args[0].value
        elif isinstance(func, cst.Attribute):
            if func.attr.value in _METHODS and _is_array(facts, func.value):
                yield call, func.value
            elif func.attr.value in ("readinto", "recv_into", "shuffle") and call.args:
                yield call, call.args[0].value


def _stores(facts: Facts, target: cst.Subscript) -> bool:
    """`a[i] = v` of an array, or of what may be one."""
    kind = facts.kind(target.value)
    if isinstance(kind, Unknown):
        index = target.slice[0].slice
        return not (isinstance(index, cst.Index) and isinstance(facts.kind(index.value), Text))
    return _may_be_array(kind)


def _is_array(facts: Facts, node: cst.CSTNode) -> bool:
    return _may_be_array(facts.kind(node))


def _may_be_array(kind: Any) -> bool:
    if isinstance(kind, Union):
        return any(map(_may_be_array, kind.kinds))
    return isinstance(kind, Array)


def trained(facts: Facts) -> Iterator[cst.CSTNode]:
    """What changes weights."""
    for call in facts.index.all(cst.Call):
        api = facts.api(call)
        own = api.startswith("Parameter.") and changes(api)
        if own or api in _STEPS or api.startswith(("torch.nn.init.", "torch._foreach_")):
            yield call
        elif api.startswith("Tensor.") and changes(api) and _of_weights(facts, call.func):
            yield call
        elif not api and isinstance(call.func, cst.Attribute):
            unknown = isinstance(facts.kind(call.func.value), Unknown)
            if unknown and call.func.attr.value in ("step", "load_state_dict"):
                if call.func.attr.value != "step" or not call.args:
                    yield call
    for node in facts.index.all(cst.Assign, cst.AugAssign):
        for target in [t.target for t in getattr(node, "targets", ())] or [node.target]:
            place = target.value if isinstance(target, (cst.Subscript, cst.Attribute)) else target
            data = isinstance(target, cst.Attribute) and target.attr.value == "data"
            part = isinstance(target, cst.Subscript) or data or isinstance(node, cst.AugAssign)
            if part and _of_weights(facts, place if data else target):
                yield node


def _moves(node: cst.CSTNode) -> bool:
    """`p.data = x`: the parameter leaves its memory, and takes that of x."""
    target = node.targets[0].target if isinstance(node, cst.Assign) else None
    return isinstance(target, cst.Attribute) and target.attr.value == "data"


def _of_weights(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it is a parameter, or a view of one."""
    while not isinstance(facts.kind(node), Parameter):
        if isinstance(node, cst.Call):
            node = node.func
        elif isinstance(node, cst.Attribute) and node.attr.value == "grad":
            return False
        elif isinstance(node, (cst.Attribute, cst.Subscript)):
            node = node.value
        else:
            return False
    return True
