"""Functions that compute with tensors and networks only, and that host code calls: the targets of
a batch, a soft update. Each becomes a `@tf.function` as it is.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import libcst as cst

from porter.changes import Changes
from porter.facts import Facts, FunctionInfo
from porter.kinds import (
    Dictionary,
    Kind,
    Module,
    Nothing,
    Number,
    Tensor,
    Tuple,
    Union,
    networks,
)
from porter.plan.length_reads import reads_length
from porter.plan.lengths import Lengths
from porter.plan.model import Gradient
from porter.plan.no_grad import without_gradient
from porter.plan.target_updates import repeats
from porter.plan.traceable import STEP_PARTS, Traceable
from porter.plan.traced_kinds import of_tensors
from porter.plan.weight_changes import moves_parameters
from porter.tree import dotted, walk

_OPERATIONS = (cst.Call, cst.BinaryOperation, cst.Comparison, cst.Subscript)
CALL = 15  # so many eager operations take as long as one call of a tf.function …
_NETWORK = 8  # … and so many as that of a network through graph()
_TAPED = ("torch.autograd", "torch.func")


def ends_gradients(facts: Facts, node: cst.FunctionDef) -> bool:
    """Whether no loss is computed of what it gives: a step of acting, or it gives nothing."""
    info = facts.defined_at(node)
    gives_nothing = info is not None and isinstance(info.returns, Nothing)
    return gives_nothing or node.name.value in facts.acting


class WholeFunctions:
    """Finds them in one file; `traced` is what stands in train bodies or is called from there."""

    def __init__(
        self, facts: Facts, traced: Container[cst.CSTNode], gradients: Iterable[Gradient] = ()
    ) -> None:
        self.facts = facts
        self.traced = traced
        self.gradients = {g.call for g in gradients if g.created is None}
        self.traceable = Traceable(facts)
        self.lengths = Lengths(facts)

    def found(self) -> dict[cst.FunctionDef, bool]:
        """The functions; True where a batch of theirs has any length."""
        found: dict[cst.FunctionDef, bool] = {}
        fit = [info for info in self.facts.functions.values() if self._only_tensors(info)]
        for info in fit:
            any_length = any(self.lengths.varies(a.value) for a in self._arguments(info))
            if not self._is_called(info, {other.node for other in fit}):
                continue
            if not any_length or reads_length(self.facts, [info.node.body]) is None:
                found[info.node] = any_length
        return found

    def _only_tensors(self, info: FunctionInfo) -> bool:
        return (
            info.node not in self.traced
            and self._is_plain(info)
            and self._works(info.node)
            and self._is_given(info)
            and (isinstance(info.returns, Nothing) or of_tensors(info.returns))
            and self.traceable.function(info.name) is None
        )

    def _is_plain(self, info: FunctionInfo) -> bool:
        """A function of the file or a method of a class, that nobody wraps or builds with."""
        node = info.node
        parents = self.facts.index.parents
        above = parents[node] if info.cls is None else parents[parents[parents[node]]]
        return (
            isinstance(above, cst.Module)
            and not node.name.value.startswith("__")
            and not (info.cls is not None and info.cls.is_module and node.name.value == "forward")
            and len(without_gradient(self.facts, node)) == len(node.decorators)
            and node.asynchronous is None
            and not isinstance(node.params.star_arg, cst.Param)
            and node.params.star_kwarg is None
        )

    def _works(self, node: cst.FunctionDef) -> bool:
        """Whether a trace saves more than its call costs, and no step is among it."""
        if node.name.value in self.facts.acting:
            return True
        inside = list(walk(node.body))
        given = {call.func for call in self.gradients.intersection(inside)}
        known = {part for func in given for part in walk(func)} | self.gradients
        for below in inside:
            api = self.facts.api(below)
            if below not in known and (api in STEP_PARTS or api.startswith(_TAPED)):
                return False
            if isinstance(below, cst.For) and moves_parameters(self.facts, below):
                return True
        count, of_networks = operations(self.facts, [node.body])
        return bool(given) or (of_networks and count > CALL)

    def _is_given(self, info: FunctionInfo) -> bool:
        """What a trace can be given, at every call."""
        if any(not isinstance(call, cst.Call) for call in self.facts.uses.get(info.name, ())):
            return False
        given = {name: kind for name, kind in info.arguments.items() if name != "self"}
        if not given or not all(map(_can_be_given, given.values())):
            return False
        method = info.cls is not None and info.cls.is_module
        if method and all(isinstance(kind, Tensor) for kind in given.values()):
            return False  # called through graph()
        return all(map(self._is_constant, self._arguments(info)))

    def _is_called(self, info: FunctionInfo, traced: Container[cst.CSTNode]) -> bool:
        """By host code, again and again; or by another file."""
        calls = self.facts.uses.get(info.name)
        return calls is None or any(
            self._is_host(c, traced) and repeats(self.facts, c) for c in calls
        )

    def _is_host(self, call: cst.CSTNode, traced: Container[cst.CSTNode]) -> bool:
        """Not in a graph already, and not in a function or a network that becomes one."""
        function = self.facts.index.function(call)
        if call in self.traced or function in traced:
            return False
        info = self.facts.defined_at(function)
        if info is None or info.cls is None or not info.cls.is_module:
            return True
        return self.traceable.function(info.name) is not None

    def _is_constant(self, arg: cst.Arg) -> bool:
        """No number that changes: each would have a trace of its own."""
        kind = self.facts.kind(arg.value)
        if arg.star:
            return False
        if not isinstance(kind, Number) or kind.type == "bool":
            return True
        name = dotted(arg.value)
        if name is None:
            return isinstance(arg.value, (cst.Integer, cst.Float, cst.UnaryOperation))
        if not isinstance(arg.value, cst.Name):
            return name.rpartition(".")[2] not in self.facts.once(Changes).attributes
        at_top = isinstance(self.facts.variables.owner(arg.value), cst.Module)
        return at_top and name not in self.facts.once(Changes).globals

    def _arguments(self, info: FunctionInfo) -> Iterator[cst.Arg]:
        for call in self.facts.uses.get(info.name, ()):
            if isinstance(call, cst.Call):
                yield from call.args


def operations(facts: Facts, nodes: Iterable[cst.CSTNode]) -> tuple[int, bool]:
    """How many eager operations this takes, about, and whether networks are among them."""
    count, of_networks = 0, False
    for below in (n for node in nodes for n in walk(node)):
        if isinstance(below, cst.Call) and _asks_network(facts, below):
            count, of_networks = count + _NETWORK, True
        elif isinstance(below, _OPERATIONS) and isinstance(facts.kind(below), Tensor):
            count += 1
    return count, of_networks


def _asks_network(facts: Facts, call: cst.Call) -> bool:
    """`critic(state)`, `model.q(state)`"""
    kind = facts.kind(call.func)
    info = facts.function(kind)
    method = info is not None and info.cls is not None and info.cls.is_module
    return method or bool(networks(kind))


def _can_be_given(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return all(map(_can_be_given, kind.items))
    if isinstance(kind, Union):
        return all(map(_can_be_given, kind.kinds))
    if isinstance(kind, Dictionary):
        return bool(kind.entries) and all(_can_be_given(kind) for _, kind in kind.entries)
    return isinstance(kind, (Tensor, Module, Number, Nothing))
