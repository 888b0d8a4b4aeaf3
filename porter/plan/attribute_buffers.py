"""Tensors in attributes that host code stores into: replay memories and rollout storages.

`self.obs[self.ptr] = x` writes one row in torch. TensorFlow would copy the whole tensor, so the
port keeps a NumPy array in the attribute, as long as all that uses it is in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import libcst as cst

from porter import subscripts
from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.facts import ClassInfo, Facts
from porter.infer.in_place import CHANGING, changes
from porter.kinds import Class, Instance, Kind, Named, Parameter, Tensor, Union, Unknown

_MAKERS = frozenset(
    f"torch.{name}{like}" for name in "zeros ones full empty".split() for like in ("", "_like")
)
_CASTS = frozenset(
    f"Tensor.{name}" for name in "float double long int bool byte to cpu cuda".split()
)
_WHOLE = frozenset({"Tensor.copy_", "Tensor.fill_", "Tensor.zero_"})  # what NumPy assigns
_BY_NAME = frozenset({"builtins.getattr", "builtins.setattr", "builtins.vars"})
_KEEPING = CHANGING | {"torch.save"}
_WHOLLY = "it is changed or kept as a whole"
Place = tuple[str, str]  # the class at the root of its bases, the name of the attribute


class AttributeBuffers:
    """Which attributes of a file are arrays in its port, and why others that are filled are not."""

    def __init__(self, facts: Facts, traced: Callable[[], frozenset[cst.CSTNode]]) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.reads: set[cst.CSTNode] = set()  # all uses of such an attribute
        self.made: set[cst.CSTNode] = set()  # the values that have to be arrays
        self.why: dict[cst.CSTNode, str] = {}  # by the target of a store that stays a copy
        stored: dict[Place, list[cst.Attribute]] = {}
        for use in self._stored():
            place = self._place(use)
            if place is not None:
                stored.setdefault(place, []).append(use)
        for place, targets in stored.items():
            uses = [*self._uses(place[1])]
            why = self._problem(place, uses, targets, traced())
            if why:
                self.why.update(dict.fromkeys(targets, why))
                continue
            ours = [use for use in uses if self._place(use) == place]
            self.reads.update(ours)
            self.made.update(v for v in map(self._value, ours) if v is not None)

    def sets(self, small: Any) -> cst.Assign | None:
        """`x[0] = y` for `x[0].copy_(y)` of such an attribute, None for any other statement."""
        call = small.value if isinstance(small, cst.Expr) else None
        api = self.facts.api(call) if isinstance(call, cst.Call) else ""
        if api not in _WHOLE or not isinstance(call, cst.Call):
            return None
        place = cst.ensure_type(call.func, cst.Attribute).value
        if self._root(place) not in self.reads:
            return None
        if not isinstance(place, cst.Subscript):
            every = [cst.SubscriptElement(cst.Index(cst.Ellipsis()))]
            place = cst.Subscript(place, every)
        value = call.args[0].value if call.args else cst.Integer("0")
        return cst.Assign([cst.AssignTarget(place)], value)

    # -- what is stored into
    def _stored(self) -> Iterator[cst.Attribute]:
        """The attributes of `self.x[i] = v` and `self.x[i].copy_(v)`."""
        for node in self.facts.index.all(cst.Assign, cst.AugAssign):
            targets = [t.target for t in getattr(node, "targets", ())] or [node.target]
            for target in targets:
                if isinstance(target, cst.Subscript) and isinstance(target.value, cst.Attribute):
                    yield target.value
        for call in self.facts.index.all(cst.Call):
            if self.facts.api(call) in _WHOLE and isinstance(call.func, cst.Attribute):
                root = self._root(call.func.value)
                if root is not None:
                    yield root

    def _root(self, node: cst.CSTNode) -> cst.Attribute | None:
        """self.x of `self.x` and `self.x[0]`."""
        node = node.value if isinstance(node, cst.Subscript) else node
        return node if isinstance(node, cst.Attribute) else None

    def _uses(self, name: str) -> Iterator[cst.Attribute]:
        """All that may be this attribute of an object."""
        for node in self.facts.index.all(cst.Attribute):
            if node.attr.value == name and not self.facts.api(node):
                owner = self.facts.kind(node.value)
                if isinstance(owner, (Instance, Unknown, Union, Class)):
                    yield node

    def _place(self, use: cst.Attribute) -> Place | None:
        """Whose attribute it is, if it is a tensor of an object of a class of this file."""
        owner, kind = self.facts.kind(use.value), self.facts.kind(use)
        info = self._root_class(owner) if isinstance(owner, Instance) else None
        tensor = isinstance(kind, Tensor) and not isinstance(kind, Parameter)
        return (info.name, use.attr.value) if info is not None and tensor else None

    def _root_class(self, owner: Kind) -> ClassInfo | None:
        info = self.facts.classes.get(owner.cls) if isinstance(owner, Instance) else None
        for base in info.bases if info is not None else ():
            if isinstance(base, Class):
                return self._root_class(Instance(base.name))
        return info

    # -- why it is none
    def _problem(
        self,
        place: Place,
        uses: list[cst.Attribute],
        targets: list[cst.Attribute],
        traced: frozenset[cst.CSTNode],
    ) -> str:
        info, name = self.facts.classes[place[0]], place[1]
        if info.is_module or any(not isinstance(base, (Class, Named)) for base in info.bases):
            return "its class has bases that are not known"
        if self.facts.touched(name, info.name.rpartition(".")[2], self.facts.path):
            return "another file uses it"
        if self._is_asked_by_name(name):
            return "attributes are asked for by their names"
        if problem := self.facts.once(Aliases).problem(targets[0]):
            return problem
        for use in uses:
            if self._place(use) == place:
                if problem := self._use(use, traced):
                    return problem
            elif self._may_be(use, place):
                return "it is not known everywhere whose attribute it is"
        return ""

    def _may_be(self, use: cst.Attribute, place: Place) -> bool:
        """Whether it may be the same attribute all the same."""
        owner = self.facts.kind(use.value)
        info = self._root_class(owner)
        return (info is None and not isinstance(owner, Instance)) or (
            info is not None and info.name == place[0]
        )

    def _use(self, use: cst.Attribute, traced: frozenset[cst.CSTNode]) -> str:
        """Why this use keeps it from being an array."""
        if self.facts.once(Aliases).keeping.bound_value(use) is not NO_BINDING:
            return "" if self._is_made(use) else "it gets another tensor"
        if any(above in traced for above in (use, *self.facts.index.above(use))):
            return "a graph or a tape has it"
        node: cst.CSTNode = use
        above = self.parents[use]
        while isinstance(above, (cst.Subscript, cst.Attribute, cst.Call)):
            if isinstance(above, cst.Subscript) and self._is_target(above):
                plain = node is use and self._is_index(above)
                return "" if plain else "a part of a part is stored into"
            api = self.facts.api(above)
            if isinstance(above, cst.Call) and api.startswith("Tensor.") and changes(api):
                return "" if self._is_set(use, above) else _WHOLLY
            node, above = above, self.parents[above]
        if isinstance(above, cst.Arg) and self.facts.api(self.parents[above]) in _KEEPING:
            return _WHOLLY
        augmented = isinstance(above, cst.AugAssign) and above.target is node
        return _WHOLLY if augmented or isinstance(above, (cst.Del, cst.With)) else ""

    def _is_target(self, node: cst.Subscript) -> bool:
        above = self.parents[node]
        store = isinstance(above, cst.AugAssign) and above.target is node
        return store or isinstance(above, cst.AssignTarget)

    def _is_index(self, node: cst.Subscript) -> bool:
        """Whether NumPy takes the parts for what torch takes them for."""
        parts = subscripts.parts(node, self.facts.kind)
        picks = [part.picks for part in parts]
        return all(part.word != "several" for part in parts) and (not any(picks) or all(picks))

    def _is_set(self, use: cst.Attribute, call: cst.Call) -> bool:
        """`use[i].copy_(x)` in a line of its own, of a row and not of picked rows."""
        line = self.parents[call]
        if self.facts.api(call) not in _WHOLE or not isinstance(line, cst.Expr):
            return False
        place = cst.ensure_type(call.func, cst.Attribute).value
        if place is use:
            return True
        parts = subscripts.parts(place, self.facts.kind) if isinstance(place, cst.Subscript) else []
        return bool(parts) and place.value is use and not any(part.picks for part in parts)  # type: ignore[attr-defined]

    def _value(self, use: cst.Attribute) -> cst.CSTNode | None:
        """The value of `use = torch.zeros(…)`."""
        value = self.facts.once(Aliases).keeping.bound_value(use)
        if value is NO_BINDING:
            return None
        itself = self.facts.once(Aliases).keeping.of_itself(value, f"self.{use.attr.value}")
        return None if itself else value

    def _is_made(self, use: cst.Attribute) -> bool:
        """`use = torch.zeros(…)` of a known dtype, and `use = use.to(device)`"""
        above = self.parents[use]
        if not isinstance(above, (cst.AssignTarget, cst.AnnAssign)):
            return False
        value = self._value(use)
        if value is None:
            return True
        kind = self.facts.kind(value)
        while self.facts.api(value) in _CASTS and isinstance(value, cst.Call):
            value = cst.ensure_type(value.func, cst.Attribute).value
        known = isinstance(kind, Tensor) and kind.dtype is not None
        return known and self.facts.api(value) in _MAKERS

    def _is_asked_by_name(self, name: str) -> bool:
        """`getattr(self, key)`, where the key may be this name."""
        for call in self.facts.index.all(cst.Call):
            if self.facts.kind(call.func) in {Named(one) for one in _BY_NAME}:
                key = call.args[1].value if len(call.args) > 1 else None
                text = isinstance(key, cst.SimpleString) and key.evaluated_value
                if not text or text == name:
                    return True
        return any(node.attr.value == "__dict__" for node in self.facts.index.all(cst.Attribute))
