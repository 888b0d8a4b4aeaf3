"""Refuses what TensorFlow would copy, where torch shares the memory and somebody could see it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import views
from porter.aliases import Aliases
from porter.fresh_arrays import copies
from porter.kinds import Array, Kind, Named, Parameter, Tensor
from porter.lent_memory import LentMemory
from porter.rulebook import Refused
from porter.sharing.changed import Changed, Shared, text
from porter.sharing.dtypes import made_dtype
from porter.sharing.flows import Place
from porter.sharing.lifetime import Lifetime
from porter.sharing.live_views import LiveViews
from porter.sharing.places import MOVED, WEIGHTS, Places, related
from porter.sharing.writes import Writes, written
from porter.tree import item_owner, walk

if TYPE_CHECKING:
    from porter.facts import Facts

_SAME = frozenset("data cpu cuda pin_memory requires_grad_ share_memory_".split())  # the variable
_LEAVES = frozenset(  # a leaf that is made here, and has no name: nobody else changes it
    f"torch.{name}" for name in "tensor empty full ones rand randn zeros".split()
)
_ARRAY = "TensorFlow has a copy, and torch's tensor changes with {0}: {1}"
_ARRAY_HINT = "make the tensor where it is read, or give torch a copy of its own: {0}.copy()"
_WEIGHT = "TensorFlow has a copy, and torch's changes with the weights: {0}"
_MOVED = "the parameter gets other memory, and torch's tensor keeps what it had: {0}"
_WEIGHT_HINT = "take it where it is read, or a copy: {0}.{1}()"


class Sharing:
    """What is found out once for a file, when something in it may share memory."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def places(self) -> Places:
        """Which names may hold the same array."""
        return Places(self.facts)

    @cached_property
    def writes(self) -> Writes:
        """Who writes into arrays and weights."""
        return Writes(self.places)

    @cached_property
    def changed(self) -> Changed:
        """Tensors that something else writes into."""
        return Changed(self.facts, self)

    def found(self) -> list[Shared]:
        """The expressions that can't be ported as they stand."""
        return list(self._each())

    def _each(self) -> Iterator[Shared]:
        parents = self.facts.index.parents
        for node in self.facts.index.all(cst.Call, cst.Attribute, cst.Subscript):
            above = parents.get(node)
            called = isinstance(above, cst.Call) and above.func is node
            if not called and not isinstance(above, (cst.AssignTarget, cst.Del)):
                yield from self._of_array(node)
                yield from self._of_weights(node)
                yield from self.changed.of(node)

    # -- tensors of arrays
    @cached_property
    def is_written(self) -> bool:
        """Whether anything in these files writes into an array: most programs never do."""
        return any(True for file in related(self.facts) for _ in written(file))

    def _of_array(self, node: cst.BaseExpression) -> Iterator[Shared]:
        made = self._made_of(node) if isinstance(node, cst.Call) and node.args else None
        if made is None:
            return
        wanted, data = made
        outer = self._whole(node)
        if not (self.is_written or self._is_parameter(outer)) or not self._lives(outer):
            return
        places = self.places.of(self.facts, data)
        if not places or self._is_cast(outer, wanted, places):
            return
        write = self._write_into(data, outer, places)
        if write is not None:
            why = _ARRAY.format(text(data), text(write))
            yield Shared(outer, Refused("P102", why, _ARRAY_HINT.format(text(data))), True)

    def _made_of(self, call: cst.Call) -> tuple[str, cst.BaseExpression] | None:
        """The array that a tensor is made of, and the dtype that it has to have for that."""
        args = [arg.value for arg in call.args]
        mapped = self.facts.kind(call.func) == Named("builtins.map") and len(args) == 2
        wanted = views.OF_ARRAYS.get(self.facts.api(args[0] if mapped else call))
        if wanted is None:
            return None
        if not mapped and (_is_copy(args[0]) or copies(self.facts, args[0], wanted)):
            return None
        return wanted, args[-1] if mapped else args[0]

    def _write_into(
        self, data: cst.BaseExpression, outer: cst.BaseExpression, places: frozenset[Place]
    ) -> cst.CSTNode | None:
        array = data
        array = item_owner(array)
        if self._is_parameter(outer) and isinstance(array, cst.Name):
            steps = Lifetime(self.writes, [WEIGHTS])
            found = steps.behind(self.facts, array)
            if found is not None:
                return found
        if not self.writes.lines(places):
            return None
        return Lifetime(self.writes, places, array).write(self.facts, outer)

    def _is_parameter(self, outer: cst.BaseExpression) -> bool:
        """`nn.Parameter(torch.from_numpy(a))`, which an optimizer writes into."""
        above = self.facts.index.parents.get(outer)
        call = self.facts.index.parents.get(above) if isinstance(above, cst.Arg) else None
        return call is not None and isinstance(self.facts.kind(call), Parameter)

    def _is_cast(self, outer: cst.CSTNode, wanted: str, places: frozenset[Place]) -> bool:
        """Whether torch copies as well, because the array has another dtype."""
        kind = self.facts.kind(outer)
        goals = {wanted, (kind.dtype if isinstance(kind, Tensor) else None) or ""} - {""}
        found = {
            made_dtype(home, value)
            for place, (home, value) in self.places.made.items()
            if goals and place in places and not self._of(home, value, places)
        }
        return bool(found) and None not in found and any(goal not in found for goal in goals)

    def _of(self, facts: Facts, value: cst.BaseExpression, places: frozenset[Place]) -> bool:
        """`0.9 * a` of a itself: its dtype says nothing new."""
        sides = (n for n in walk(value) if isinstance(n, (cst.Name, cst.Attribute)))
        computed = isinstance(value, cst.BinaryOperation)
        return computed and any(self.places.of(facts, side) & places for side in sides)

    # -- views of weights
    def _of_weights(self, node: cst.BaseExpression) -> Iterator[Shared]:
        if self.facts.index.parents.get(node) in self.facts.once(LentMemory).kept:
            return  # the entry is the variable until the parameter gets other memory
        place = self._view_of_weights(node) if self._whole(node) is node else None
        if place is None or not self._lives(node) or not self.writes.lines([place]):
            return
        write = Lifetime(self.writes, [place]).write(self.facts, node)
        lives_on = place is WEIGHTS and not self.writes.lines([MOVED])
        if write is not None and not (lives_on and self.facts.once(LiveViews).take(node)):
            copy = "copy" if isinstance(self.facts.kind(node), Array) else "clone"
            why = (_MOVED if place is MOVED else _WEIGHT).format(text(write))
            hint = _WEIGHT_HINT.format(text(node), copy)
            yield Shared(node, Refused("P102", why, hint), place is WEIGHTS)

    def _view_of_weights(self, node: cst.BaseExpression) -> Place | None:
        """`net.weight.detach()`, `p.data[0]`: what changes a view of a parameter. The variable
        itself, which p.data becomes, differs where the parameter gets other memory."""
        inner, copies = node, False
        while not isinstance(self.facts.kind(inner), Parameter) or inner is node:
            viewed = self.facts.once(Aliases).keeping.viewed(inner)
            before = self.facts.kind(viewed) if viewed is not None else None
            if viewed is None or not isinstance(before, Tensor):
                return None
            if _dtype_of(self.facts.kind(inner), before) != before.dtype:
                return None
            name = self.facts.api(inner).rpartition(".")[2]
            if name == "grad":
                return None
            copies = copies or name not in _SAME
            inner = viewed
        if isinstance(inner, cst.Call) and self.facts.api(inner) in _LEAVES:
            return None
        return WEIGHTS if copies else MOVED

    # -- the expression as a whole
    def _whole(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """`torch.from_numpy(a).float().view(-1)` of its first call."""
        parents, keeping = self.facts.index.parents, self.facts.once(Aliases).keeping
        while True:
            above: Any = parents.get(node)
            if isinstance(above, cst.Attribute) and isinstance(parents.get(above), cst.Call):
                above = parents[above]
            elif isinstance(above, cst.Arg):
                above = parents[above]
            same = isinstance(above, (cst.Call, cst.Attribute, cst.Subscript))
            if not same or keeping.viewed(above) is not node:
                return node
            node = above

    def _lives(self, node: cst.BaseExpression) -> bool:
        keeping = self.facts.once(Aliases).keeping
        return keeping.stays(node) or keeping.given_back(node)


def _is_copy(data: cst.BaseExpression) -> bool:
    """`a.copy()`: another array; what a list is made of is copied anyway."""
    func = data.func if isinstance(data, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "copy"


def _dtype_of(kind: Kind, before: Tensor) -> str | None:
    """The dtype of a view; an array has that of its tensor."""
    return kind.dtype if isinstance(kind, Tensor) else before.dtype


def shared_memory(facts: Facts) -> list[Shared]:
    """What shares memory in torch, where TensorFlow copies and somebody could see it."""
    return Sharing(facts).found()


def refuse(facts: Facts) -> None:
    """Takes their ports from such expressions."""
    for shared in facts.once(shared_memory):
        for inner in walk(shared.node):
            facts.ports.pop(inner, None)
        facts.refused[shared.node] = shared.why
