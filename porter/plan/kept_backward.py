"""torch.autograd.backward(loss), and an attribute that keeps it: `self._backward(loss)`."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.remembered import remembered
from porter.tree import dotted, walk

BACKWARD = "torch.autograd.backward"


def takes_loss(facts: Facts, call: cst.Call) -> bool:
    """Whether the loss is the call's first argument; an attribute may keep another function, too,
    which the program gives it."""
    return facts.api(call) == BACKWARD or is_kept(facts, call)


def is_kept(facts: Facts, call: cst.Call) -> bool:
    """`self._backward(loss)`, where a line of the class or of a base has torch's in it."""
    func = call.func
    if not isinstance(func, cst.Attribute) or dotted(func.value) != "self" or len(call.args) != 1:
        return False
    return any(func.attr.value in _names(info.node) for info in facts.family_around(call))


@remembered
def _names(cls: cst.ClassDef) -> set[str]:
    """_backward of `self._backward = torch.autograd.backward`."""
    return {
        target.target.attr.value
        for node in walk(cls)
        if isinstance(node, cst.Assign) and is_torchs(node.value)
        for target in node.targets
        if isinstance(target.target, cst.Attribute) and dotted(target.target.value) == "self"
    }


def is_torchs(value: cst.BaseExpression) -> bool:
    """torch.autograd.backward, by whatever name torch has"""
    return (dotted(value) or "").endswith("autograd.backward")
