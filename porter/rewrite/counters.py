"""Counters that a checkpoint may bring: what begins as a number of Python's stays one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.bindings import NO_BINDING, Bindings
from porter.facts import Facts
from porter.kinds import Number, may_be_tensor
from porter.rulebook.bind import literal
from porter.tree import dotted, walk

_LOADS = frozenset({"torch.load", "pickle.load"})
_PUTS = frozenset({"update", "setdefault", "__setitem__"})
_OTHERS = (cst.Param, cst.NameItem)  # the callers' value, and `global step`


class Counters:
    """Which `+=` of a file count in numbers, whatever a checkpoint may bring."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._index, self._bindings = facts, facts.index, Bindings(facts)
        self._stores: dict[str, list[tuple[object, cst.BaseExpression]]] = {}
        for target in facts.index.all(cst.AssignTarget):
            line = facts.index.parents[target]
            if isinstance(target.target, cst.Subscript) and isinstance(line, cst.Assign):
                owner = dotted(target.target.value) or ""
                self._stores.setdefault(owner, []).append((_key(target.target), line.value))

    def counts(self, small: cst.AugAssign) -> bool:
        """`self.count += 1` of what begins as 0, and `step += 1` or `state["step"] += 1` of
        `state = {"step": 0}`."""
        target = small.target
        if may_be_tensor(self._facts.kind(small.value)):
            return False
        if isinstance(target, cst.Attribute):
            one = isinstance(small.value, cst.Integer)
            return one and any(isinstance(v, cst.Integer) for v in self._values(target))
        if isinstance(target, cst.Subscript):
            return self._is_item(target, "")
        return isinstance(target, cst.Name) and self._is_counter(target)

    def _is_counter(self, name: cst.Name) -> bool:
        """Whether all that the function gives this name is a number, or begins as one."""
        scope = self._index.body(name)
        uses = [n for n in self._index.names[name.value] if self._index.body(n) is scope]
        values = [v for v in map(self._bindings.bound_value, uses) if v is not NO_BINDING]
        given = any(isinstance(self._index.parents[use], _OTHERS) for use in uses)
        if not values or given or None in values:  # None: of a loop, or a part of something
            return False
        items = [v for v in values if may_be_tensor(self._facts.kind(v))]
        begins = any(isinstance(self._facts.kind(v), Number) for v in values)
        return all(self._is_item(item, name.value, begins) for item in items)

    def _is_item(self, item: cst.CSTNode, name: str, begins: bool = False) -> bool:
        """`state["step"]`, where `state` is a dict with a number there, or loaded; and nothing but
        the counter of this name is stored there. `begins`: this name is a number elsewhere."""
        owner = item.value if isinstance(item, cst.Subscript) else None
        asked = _key(item) if isinstance(item, cst.Subscript) else None
        if not isinstance(owner, (cst.Name, cst.Attribute)) or asked is None or self._put(owner):
            return False
        stored = [value for key, value in self._stores.get(dotted(owner) or "", ()) if key == asked]
        if any(key is None for key, _ in self._stores.get(dotted(owner) or "", ())):
            return False
        for value in self._values(owner):
            if not isinstance(value, cst.Dict):
                if not self._loads(value):
                    return False
                continue
            own = [one for key, one in _entries(value) if key == asked]
            begins |= any(not may_be_tensor(self._facts.kind(one)) for one in own)
            stored += own
        return begins and all(
            not may_be_tensor(self._facts.kind(value)) or (bool(name) and dotted(value) == name)
            for value in stored
        )

    def _put(self, owner: cst.BaseExpression) -> bool:
        """Whether a method puts items into it: `state.update(other)`."""
        return any(self._index.called.get(f"{dotted(owner)}.{name}") for name in _PUTS)

    def _loads(self, value: cst.BaseExpression) -> bool:
        """`torch.load(path)`, or a function of the program that gives nothing else."""
        if not isinstance(value, cst.Call):
            return False
        if self._facts.api(value) in _LOADS or dotted(value.func) in _LOADS:
            return True
        info = self._facts.function(self._facts.kind(value.func))
        if info is None:
            return False
        home = info.home or self._facts
        gives = [n.value for n in walk(info.node.body) if isinstance(n, cst.Return)]
        named = {n: home.index.assigned.get(n.value, ()) for n in gives if isinstance(n, cst.Name)}
        made = [line.value for name, lines in named.items() for line in lines]
        calls = [*made, *(given for given in gives if given not in named)]
        return all(named.values()) and bool(calls) and all(_is_load(home, call) for call in calls)

    def _values(self, place: cst.BaseExpression) -> list[cst.BaseExpression]:
        """What is assigned to a place of the same spelling, anywhere in the file."""
        return [line.value for line in self._index.assigned.get(dotted(place) or "", ())]


def _is_load(home: Facts, value: object) -> bool:
    return isinstance(value, cst.Call) and home.api(value) in _LOADS


def _key(item: cst.Subscript) -> object:
    """ "step" of `state["step"]`; None where it is no text that stands there."""
    match item.slice:
        case [cst.SubscriptElement(cst.Index(cst.SimpleString() as key))]:
            return literal(key)
    return None


def _entries(value: cst.Dict) -> Iterator[tuple[object, cst.BaseExpression]]:
    """The items of `{"step": 0}` by their names."""
    for element in value.elements:
        if isinstance(element, cst.DictElement) and isinstance(element.key, cst.SimpleString):
            yield literal(element.key), element.value
