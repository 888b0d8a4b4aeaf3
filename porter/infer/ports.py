"""What the rulebook says of a call, and of its arguments."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import libcst as cst

from porter.facts import Port
from porter.given_to_write import given_to_write
from porter.infer import arrays
from porter.infer.in_place import initializes
from porter.infer.lambdas import outside
from porter.infer.names import CALLERS, TENSOR_TYPES, is_torch
from porter.infer.old_calls import in_order
from porter.infer.operators import Operators
from porter.infer.saving import CHECKPOINTS, pickles
from porter.kinds import (
    TAINTED,
    TENSOR,
    UNKNOWN,
    Device,
    Dtype,
    Kind,
    Named,
    Number,
    Parameter,
    Tensor,
    Tuple,
    Unknown,
)
from porter.rulebook import Argument, Refused, Rule, Rulebook
from porter.rulebook.bind import TENSORS, literal
from porter.tree import dotted

_DEVICES = frozenset({"device", "map_location"})
_OF_DATA = frozenset({"as_tensor", "tensor"})
_COMPARED = frozenset({"bool", "int64", "float32"})  # what a mask may be made of
_MARK = "Tensor.requires_grad_"
_WIDEST = {"builtins.float": "float64", "builtins.int": "int64", "builtins.bool": "bool"}


class Ports(Operators):
    """Asks the rulebook, and keeps what it answers in the facts."""

    book: Rulebook

    # -- what Evaluator adds
    def refine(self, node: cst.CSTNode, kind: Kind) -> Kind:
        raise NotImplementedError

    # -- what Receivers adds
    def refine_items(self, node: cst.CSTNode) -> None:
        raise NotImplementedError

    def arguments(self, node: cst.Call) -> list[Argument]:
        callee = self.facts.kind(node.func)
        calls = isinstance(callee, Named) and callee.name in CALLERS
        return [
            Argument(
                arg.value,
                self.kind(arg.value) if calls and not i else self._argument(arg.value),
                arg.keyword.value if arg.keyword else None,
                str(arg.star),
            )
            for i, arg in enumerate(node.args)
        ]

    def _argument(self, node: cst.BaseExpression) -> Kind:
        """torch.LongTensor that is handed over stands for its dtype, `device` for one."""
        found = self.kind(node)
        if (base := given_to_write(self.facts, node)) is not None:
            own = self.kind(base)
            found = own if isinstance(own, (Parameter, Unknown)) else found
        torchs = isinstance(found, Named) and is_torch(found.name)
        if isinstance(found, (Unknown, Named)) and not torchs:
            name = dotted(node) or ""
            return Device() if name.endswith("device") or name in self._devices else found
        return self.as_dtype(node, found)

    def as_dtype(self, node: cst.BaseExpression, found: Kind) -> Kind:
        """torch.FloatTensor as a value is a dtype; where that is called, it is a function again."""
        name = found.name.rpartition(".")[2] if isinstance(found, Named) else ""
        if isinstance(found, Named) and is_torch(found.name) and name in TENSOR_TYPES:
            rule = self.book.find(f"torch.{TENSOR_TYPES[name]}")
            if rule is not None:
                self.decide(node, rule, ())
                found = self.facts.kinds[node] = Dtype(TENSOR_TYPES[name])
        return found

    @cached_property
    def _devices(self) -> frozenset[str]:
        """What is handed over as a device somewhere: dvc of `map_location=self.dvc`."""
        args = (arg for call in self.facts.index.all(cst.Call) for arg in call.args)
        given = (a.value for a in args if a.keyword and a.keyword.value in _DEVICES)
        return frozenset(filter(None, map(dotted, given)))

    def decide(
        self,
        node: cst.CSTNode,
        rule: Rule,
        args: tuple[Argument, ...],
        element: int | None = None,
    ) -> Kind:
        """Ask the rule; keep the port or the refusal."""
        self.facts.ports.pop(node, None)
        self.facts.refused.pop(node, None)
        args = tuple(map(self._written_out, in_order(self.facts.api(node), args)))
        args = tuple(self._mask(rule, i, arg) for i, arg in enumerate(args))
        args = self._into_argument(node, rule, args)
        if node in self.facts.watched:
            args = _unmarked(args[:1] if self.facts.api(node) == _MARK else args)
        try:
            decision = self.book.decide(rule, args, element)
        except Refused as refused:
            self.facts.refused[node] = refused
            tensor = self.facts.api(node).startswith("Tensor.") or rule.gives_tensors
            return TENSOR if tensor else TAINTED
        self.facts.ports[node] = Port(rule, decision, args)
        for name, arg in zip(decision.parameters, args):
            if name and (isinstance(arg.kind, Unknown) or arg.node in self.ambiguous):
                self.refine(arg.node, TENSOR)
        if rule.params and rule.params[0].annotation == "Tensors" and not args[0].keyword:
            self.refine_items(args[0].node)
        return made_of(rule, decision.kind, args[0].kind) if args else decision.kind

    def _mask(self, rule: Rule, place: int, arg: Argument) -> Argument:
        """`x.masked_fill(mask == 0, v)`: torch takes a tensor alone here, so mask is one."""
        node = arg.node
        if arg.kind != Number("bool") or not isinstance(node, cst.Comparison):
            return arg
        named = [p for p in rule.params if p.name == arg.keyword]
        parameter = next(iter(named if arg.keyword else rule.params[place : place + 1]), None)
        if parameter is None or parameter.annotation not in TENSORS:
            return arg
        for side in (node.left, *(part.comparator for part in node.comparisons)):
            if isinstance(self.facts.kind(side), Unknown):
                self.refine(side, Tensor(None, among=_COMPARED))
        return replace(arg, kind=self.refine(node, Tensor("bool")))

    def _into_argument(
        self, node: cst.CSTNode, rule: Rule, args: tuple[Argument, ...]
    ) -> tuple[Argument, ...]:
        """`F.relu(x, inplace=True)` gives what it gives without; `Stores` asks who sees the change.
        As a line of its own it stays refused."""
        self.facts.inplace.discard(node)
        if initializes(self.facts.api(node)) and args and not args[0].keyword:
            if isinstance(args[0].kind, Tensor) and not isinstance(args[0].kind, Parameter):
                self.facts.inplace.add(node)
            return args
        flag = next((a for a in args if a.keyword == "inplace"), None)
        layer = self.facts.api(node).rpartition(".")[2][:1].isupper()
        if flag is None or layer or literal(flag.node) is not True or args[0].keyword:
            return args
        if isinstance(self.facts.index.parents.get(node), cst.Expr):
            return args
        self.facts.inplace.add(node)
        return tuple(arg for arg in args if arg is not flag)

    def _written_out(self, arg: Argument) -> Argument:
        """A list that is written out in a call has its length and the kind of each item; Python's
        float is torch's float64 as a dtype, and TensorFlow's float32."""
        if isinstance(arg.kind, Named) and arg.kind.name in _WIDEST:
            dtype = _WIDEST[arg.kind.name]
            node, rule = cst.Name(dtype), self.book.find(f"torch.{dtype}")
            if rule is not None:
                self.decide(node, rule, ())
                return replace(arg, node=node, kind=Dtype(dtype))
        if outside(arg.kind) is not arg.kind:
            return replace(arg, kind=UNKNOWN)
        items = arg.node.elements if isinstance(arg.node, cst.List) else ()
        if not items or any(isinstance(item, cst.StarredElement) for item in items):
            return arg
        return replace(arg, kind=Tuple(tuple(self.facts.kind(item.value) for item in items)))

    def idiom(self, node: Any) -> None:
        """An idiom that spans several calls replaces what its parts would give."""
        found = self.book.idiom(node, self._bound, self.facts.kind)
        if found is None:
            return
        rule, holes = found
        if rule.name in CHECKPOINTS and self._pickles:
            return
        args = tuple(holes.values())
        kind = self.decide(node, rule, args)
        if node in self.facts.ports:
            self.facts.kinds[node] = kind

    @cached_property
    def _pickles(self) -> bool:
        return pickles(self.facts.index, self.scope.look_up)

    def _bound(self, node: cst.BaseExpression) -> tuple[str, tuple[Argument, ...]] | None:
        api = self.facts.apis.get(node)
        return (api.name, api.args) if api else None


def made_of(rule: Rule, found: Kind, data: Kind) -> Kind:
    """What a rule gives; of torch.tensor(data), the dtypes that the data tell."""
    return arrays.tensor_of(data) if found == TENSOR and rule.name in _OF_DATA else found


def _unmarked(args: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The arguments for a tensor that no variable is made of."""
    off = Argument(cst.Name("False"), Number("bool"), "requires_grad")
    return (*(arg for arg in args if arg.keyword != "requires_grad"), off)
