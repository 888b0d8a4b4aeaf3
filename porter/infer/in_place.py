"""Methods that change their tensor: x.mul_(2) gives what x.mul(2) gives."""

from __future__ import annotations

import libcst as cst

from porter.facts import Api
from porter.infer import own_optimizers
from porter.infer.evidence import refuse_sizes
from porter.infer.operators import Operators
from porter.kinds import Kind, Parameter, Tensor
from porter.rulebook import Argument, Rulebook

Args = tuple[Argument, ...]


class InPlace(Operators):
    """What `Calls` knows of them. A parameter has rules of its own, which assign."""

    book: Rulebook

    def in_place(self, node: cst.Call, base: Tensor, name: str, args: Args) -> Kind | None:
        """What the method gives; None for one that has a rule, or none at all."""
        if not changes(name):
            typed = own_optimizers.typed(self.facts, node, base, name)
            if typed is not None:
                self.facts.apis[node] = Api(f"Parameter.{name}", args)
            return typed
        if isinstance(base, Parameter):
            inner = self._inner(node)
            if inner is not None:  # p.mul_(a).add_(b) is assigned once, as a whole
                call, api = inner
                self._changed(call, base, api.name.rpartition(".")[2], api.args)
                return self._changed(node, base, name, args)
            if self.book.find(f"Parameter.{name}") is not None:
                return None
        return self._changed(node, base, name, args)

    def _inner(self, node: cst.Call) -> tuple[cst.Call, Api] | None:
        """The call that gave the receiver, if that changed it as well."""
        if not isinstance(node.func, cst.Attribute):
            return None  # a function by its name: all_reduce(p.grad)
        call = node.func.value
        api = self.facts.apis.get(call)
        if api is None or not isinstance(call, cst.Call):
            return None
        return (call, api) if changes(api.name) and not api.name.startswith("torch.") else None

    def _changed(self, node: cst.Call, base: Tensor, name: str, args: Args) -> Kind | None:
        own = self.book.find(f"Tensor.{name}")
        rule = own or self.book.find(f"Tensor.{name[:-1]}")
        if rule is None:
            return None
        self.facts.apis[node] = Api(f"Tensor.{name}", args)
        refuse_sizes(self.facts, f"Tensor.{name}", args)
        self.decide(node, rule, args)
        return type(base)(base.dtype, base.rank, base.among)


# Functions that change the tensor that is their first argument.
CHANGING = frozenset({"torch.distributed.all_reduce", "torch.distributed.broadcast"})


def changes(name: str) -> bool:
    """mul_, but not __mul__"""
    return name.endswith("_") and not name.endswith("__")


def initializes(name: str) -> bool:
    """nn.init.normal_(x): of a tensor that is no parameter, whoever holds it sees the numbers."""
    return name.startswith("torch.nn.init.") and "calculate" not in name


def assigns(name: str) -> bool:
    """Parameter.mul_: a variable that is assigned to"""
    return name == "Tensor.copy_" or (name.startswith("Parameter.") and changes(name))
