"""Tensors that are changed without their name: through an array, by an optimizer, in a layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import views
from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.codegen import code
from porter.kinds import Module, Named, Parameter, Tensor, networks
from porter.rulebook import Refused
from porter.sharing.flows import Place
from porter.sharing.lifetime import Lifetime, held_by
from porter.sharing.places import WEIGHTS, handed
from porter.sharing.writes import written
from porter.tree import dotted, item_owner

if TYPE_CHECKING:
    from porter.facts import Facts
    from porter.sharing.told import Sharing

_ARRAYS = frozenset({"Tensor.numpy", "Parameter.numpy"})
_WRITTEN = "torch writes into the memory of {0}, and TensorFlow into a copy: {1}"
_WRITTEN_HINT = "write into a copy, .numpy().copy(), or into the tensor"
_GIVEN = "torch's parameter has the memory of {0}, which changes with it: {1}"
_GIVEN_HINT = "give it a copy: {0}.clone()"
_STATE = "torch's optimizers share what they keep, and {0} is used again: {1}"
_STATE_HINT = "load a copy: copy.deepcopy({0})"
_LAYER = "the layer changes {0} in place, and it is read again"
_LAYER_HINT = "make the layer without inplace=True, or give it a copy: {0}.clone()"
_SHALLOW = "torch's copy of a network has the weights of the first"
_SHALLOW_HINT = "write copy.deepcopy(), or use the network itself"
_PARAMETERS = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
# Where layers have their flag, if it is not given by keyword.
_INPLACE = {
    "ReLU": 0, "ReLU6": 0, "SiLU": 0, "Mish": 0, "SELU": 0, "Hardswish": 0, "Hardsigmoid": 0,
    "LeakyReLU": 1, "ELU": 1, "CELU": 1, "Dropout": 1, "Dropout1d": 1, "Dropout2d": 1,
    "Dropout3d": 1, "AlphaDropout": 1, "Hardtanh": 2, "RReLU": 2, "Threshold": 2,
}  # fmt: skip
_DEPTH = 3  # functions that hand a tensor on


@dataclass(frozen=True)
class Shared:
    """An expression that shares memory in torch: why it can't be ported, and whether it could be
    where it is read."""

    node: cst.BaseExpression
    why: Refused
    at_use: bool = False


class Changed:
    """Calls after which a tensor is not what it was."""

    def __init__(self, facts: Facts, sharing: Sharing) -> None:
        self.facts = facts
        self.sharing = sharing
        self.keeping = facts.once(Aliases).keeping

    def of(self, node: cst.BaseExpression) -> Iterator[Shared]:
        """What is wrong with this one."""
        if not isinstance(node, cst.Call):
            return
        kind = self.facts.kind(node.func)
        library = kind.name if isinstance(kind, Named) else ""
        first = node.args[0].value if node.args else None
        if self.facts.api(node) in _ARRAYS:
            yield from self._array(node, node.func.value)  # type: ignore[attr-defined]
        elif library == "numpy.asarray" and first is not None:
            if isinstance(self.facts.kind(first), Tensor):
                yield from self._array(node, first)
        elif library == "copy.copy" and first is not None and networks(self.facts.kind(first)):
            yield Shared(node, Refused("P102", _SHALLOW, _SHALLOW_HINT))
        elif self.facts.api(node) == "Optimizer.load_state_dict" and first is not None:
            yield from self._state(node, first)
        elif isinstance(self.facts.kind(node), Parameter) and first is not None:
            yield from self._parameter(node, first)
        elif isinstance(kind, Module) and first is not None and self._in_place(node.func, kind):
            if self._read_again(self.facts, first, 0):
                hint = _LAYER_HINT.format(text(first))
                yield Shared(node, Refused("P102", _LAYER.format(text(first)), hint))

    # -- arrays of tensors
    def _array(self, node: cst.Call, owner: cst.BaseExpression) -> Iterator[Shared]:
        """`a = x.numpy()`, where something is written into a, and x is read behind it."""
        root, targets = self._root(owner), held_by(self.facts, node)
        if node in self._direct:
            why = _WRITTEN.format(text(root), text(self._direct[node]))
            yield Shared(node, Refused("P102", why, _WRITTEN_HINT))
            return
        named = isinstance(root, (cst.Name, cst.Attribute))
        if not (named and targets and self.sharing.is_written):
            return
        writes = self.sharing.writes
        places = frozenset[Place]().union(*(self.sharing.places.of(self.facts, t) for t in targets))
        # `arrays[name] = x.numpy()` only puts it there
        here = self.facts.once(Aliases).statement(node)
        lines = [line for line in writes.lines(places) if line[1] is not here]
        if not lines or self._is_written_back(root, targets, places):
            return
        write: cst.CSTNode | None = lines[0][1]
        numpys = self.facts.api(node) in _ARRAYS  # np.asarray(x) can't be written into
        if isinstance(root, cst.Name) and numpys and all(isinstance(t, cst.Name) for t in targets):
            write = Lifetime(writes, places).behind(self.facts, root)
        if write is not None:
            why = _WRITTEN.format(text(root), text(write))
            yield Shared(node, Refused("P102", why, _WRITTEN_HINT))

    @cached_property
    def _direct(self) -> dict[cst.CSTNode, cst.CSTNode]:
        """The arrays that are written into where they are made, `x.numpy()[0] = 1`, and by which
        lines."""
        found: dict[cst.CSTNode, cst.CSTNode] = {}
        for line, target in written(self.facts):
            inner = target
            inner = item_owner(inner)
            func = inner.func if isinstance(inner, cst.Call) else None
            if self.facts.api(inner) in _ARRAYS or (func and self._views(func)):
                found[inner] = line
        return found

    def _views(self, func: cst.BaseExpression) -> bool:
        return self.facts.kind(func) == Named("numpy.asarray")

    def _root(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """x of `x.detach().cpu()`: what may have this memory; another dtype is a copy."""
        while (inner := self.keeping.viewed(node)) is not None:
            kind, before = self.facts.kind(node), self.facts.kind(inner)
            if isinstance(kind, Tensor) and isinstance(before, Tensor):
                if kind.dtype and before.dtype and kind.dtype != before.dtype:
                    return node
            node = inner
        return node

    def _is_written_back(
        self, root: cst.CSTNode, targets: list[cst.BaseExpression], places: frozenset[Place]
    ) -> bool:
        """Whether all writes are lines that assign the array to the parameter that it was made of:
        see `rewrite/array_views.py`."""
        if not isinstance(self.facts.kind(root), Parameter):
            return False
        names = {target.value for target in targets if isinstance(target, cst.Name)}
        scope = self.facts.once(Aliases).scope(root).node
        lines = self.sharing.writes.within(self.facts, scope, places, None)
        return all(self._assigns(line, names) for line in lines)

    def _assigns(self, line: cst.CSTNode, names: set[str]) -> bool:
        """`a[:] = v`, `a += v` and `f(a)`"""
        found: list[cst.BaseExpression] = []
        if isinstance(line, cst.AugAssign):
            found = [line.target]
        elif isinstance(line, cst.Assign) and isinstance(line.targets[0].target, cst.Subscript):
            found = [line.targets[0].target.value]
        elif isinstance(line, cst.Call) and not isinstance(self.facts.kind(line.func), Named):
            alone = isinstance(self.facts.index.parents[line], cst.Expr)
            found = [arg.value for arg in line.args] if alone else []
        return any(isinstance(n, cst.Name) and n.value in names for n in found)

    # -- parameters of tensors
    def _parameter(self, node: cst.Call, data: cst.BaseExpression) -> Iterator[Shared]:
        """`w = nn.Parameter(x)`, where x is read behind a step."""
        root = self.keeping.origin(data)
        if not isinstance(root, cst.Name) or type(self.facts.kind(root)) is not Tensor:
            return
        if self.facts.api(node) not in _PARAMETERS or not self.sharing.writes.lines([WEIGHTS]):
            return
        write = Lifetime(self.sharing.writes, [WEIGHTS]).behind(self.facts, root)
        if write is not None:
            why = _GIVEN.format(text(data), text(write))
            yield Shared(node, Refused("P102", why, _GIVEN_HINT.format(text(data))))

    def _state(self, node: cst.Call, given: cst.BaseExpression) -> Iterator[Shared]:
        """`new.load_state_dict(old.state_dict())`, where old is used behind it."""
        values = self._constructions(given) if isinstance(given, cst.Name) else [given]
        states = [v for v in values if self.facts.api(v) == "Optimizer.state_dict"]
        old: Any = states[0].func.value if states else None  # type: ignore[attr-defined]
        new: Any = node.func.value  # type: ignore[attr-defined]
        if isinstance(old, cst.Name) and dotted(new) != old.value:
            write = Lifetime(self.sharing.writes, [WEIGHTS]).behind(self.facts, old)
            if write is not None:
                why = _STATE.format(old.value, text(write))
                yield Shared(node, Refused("P102", why, _STATE_HINT.format(text(given))))

    # -- layers that change what they are called with
    @cached_property
    def _layers(self) -> dict[str, list[cst.Call]]:
        """The constructions of layers with inplace=True, by their classes."""
        found: dict[str, list[cst.Call]] = {}
        for call in self.facts.index.all(cst.Call):
            kind = self.facts.kind(call)
            if isinstance(kind, Module) and kind.cls.startswith("torch.nn."):
                given = [a.value for a in call.args if a.keyword and a.keyword.value == "inplace"]
                place = _INPLACE.get(kind.cls.rpartition(".")[2])
                if place is not None:
                    given += [a.value for a in call.args[place : place + 1] if not a.keyword]
                if any(isinstance(v, cst.Name) and v.value == "True" for v in given):
                    found.setdefault(kind.cls, []).append(call)
        return found

    def _in_place(self, layer: cst.BaseExpression, kind: Module) -> bool:
        """Whether a layer, or the first of a sequence, changes its argument."""
        if not self._layers:
            return False
        made = [c for c in self._constructions(layer) if isinstance(c, cst.Call)]
        if kind.cls == "torch.nn.Sequential":
            return any(map(self._begins_in_place, made))
        found = self._layers.get(kind.cls, ())
        return any(call in found for call in made) if made else bool(found)

    def _begins_in_place(self, sequence: cst.Call) -> bool:
        for arg in sequence.args:
            kind = self.facts.kind(arg.value)
            cls = kind.cls if isinstance(kind, Module) else ""
            if arg.value in self._layers.get(cls, ()):
                return True
            if not views.passes(cls):
                return False
        return False

    def _constructions(self, layer: cst.BaseExpression) -> list[cst.CSTNode]:
        """What a name or attribute of a layer is bound to."""
        name = (dotted(layer) or "").rpartition(".")[2]
        nodes = self.facts.index.all(cst.Attribute, cst.Name)
        last = (n for n in nodes if (n.attr if isinstance(n, cst.Attribute) else n).value == name)
        values = (self.keeping.bound_value(n) for n in last)
        return [v for v in values if isinstance(v, cst.CSTNode)]

    def _read_again(self, facts: Facts, value: cst.BaseExpression, depth: int) -> bool:
        """Whether somebody reads the tensor behind this call."""
        aliases = facts.once(Aliases)
        if aliases.keeping.allocates(value) or depth > _DEPTH:
            return False
        root = aliases.keeping.origin(value)
        scope = aliases.scope(value)
        info = facts.defined_at(scope.node)
        if not isinstance(root, cst.Name) or info is None or root.value not in info.positional:
            return not aliases.dead_after(root if isinstance(root, cst.Name) else value, 0)
        uses = [u for u in scope.names[root.value] if u is not root]
        bound = [u for u in uses if aliases.keeping.bound_value(u) is not NO_BINDING]
        reads = [u for u in uses if u not in bound]
        if any(aliases.reaches(scope, bound, root, read) for read in reads):
            return not any(aliases.statement(u) is aliases.statement(root) for u in bound)
        calls = self.sharing.places.calls.get(info.node, ())
        given = ((home, dict(handed(info, call, home)).get(root.value)) for home, call in calls)
        return any(self._read_again(home, v, depth + 1) for home, v in given if v is not None)


def text(node: cst.CSTNode) -> str:
    """The first line of some code."""
    return code(node).strip().splitlines()[0]
