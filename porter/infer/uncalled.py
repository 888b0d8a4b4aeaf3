"""Methods of torch's that are values: `{"mean": x.mean, "max": x.max}[name]()`."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.documented import documented
from porter.facts import Facts
from porter.infer.names import MODULE_NAMES, OPTIMIZER_METHODS, READ
from porter.kinds import Kind, Module, Optimizer, Tensor
from porter.rulebook import Refused


def uncalled(facts: Facts, node: cst.Attribute, base: Kind) -> Refused | None:
    """Why a method of a tensor, network or optimizer that is not called can't stay; None for what
    is read, as shapes are."""
    above = facts.index.parents.get(node)
    if (isinstance(above, cst.Call) and above.func is node) or not _is_method(node, base):
        return None
    message = f"{code(node)} is not called here: the port has a function in place of the method"
    return Refused("P102", message, f"write lambda: {code(node)}()")


def _is_method(node: cst.Attribute, base: Kind) -> bool:
    name = node.attr.value
    if isinstance(base, Tensor):
        return name not in READ and f"Tensor.{name}" in documented()
    if isinstance(base, Module):
        return name in MODULE_NAMES - {"forward", "training"}
    return isinstance(base, Optimizer) and name in OPTIMIZER_METHODS
