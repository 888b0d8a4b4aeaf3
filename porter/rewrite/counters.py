"""Counters that a checkpoint may bring: what begins as a number of Python's stays one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.bindings import NO_BINDING, Bindings
from porter.facts import Facts
from porter.kinds import may_be_tensor
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
        return bool(values) and not given and all(self._begins(v, name.value) for v in values)

    def _begins(self, value: cst.CSTNode | None, name: str) -> bool:
        if value is None:  # what a loop gives, or a part of what is unpacked
            return False
        return not may_be_tensor(self._facts.kind(value)) or self._is_item(value, name)

    def _is_item(self, item: cst.CSTNode, name: str) -> bool:
        """`state["step"]`, where `state` is a dict with a number there, or loaded; and nothing but
        the counter of this name is stored there."""
        owner = item.value if isinstance(item, cst.Subscript) else None
        asked = _key(item) if isinstance(item, cst.Subscript) else None
        if not isinstance(owner, (cst.Name, cst.Attribute)) or asked is None or self._put(owner):
            return False
        stored = [value for key, value in self._stores.get(dotted(owner) or "", ()) if key == asked]
        if any(key is None for key, _ in self._stores.get(dotted(owner) or "", ())):
            return False
        begins = False
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
        return bool(gives) and all(
            isinstance(given, cst.Call) and home.api(given) in _LOADS for given in gives
        )

    def _values(self, place: cst.BaseExpression) -> list[cst.BaseExpression]:
        """What is assigned to a place of the same spelling, anywhere in the file."""
        return [line.value for line in self._index.assigned.get(dotted(place) or "", ())]


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
