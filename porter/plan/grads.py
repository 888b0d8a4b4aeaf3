"""`p.grad`: how it is written."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.infer.in_place import changes

GRADS = frozenset({"Tensor.grad", "Tensor._grad"})
_SAME = frozenset({"Tensor.data", "Tensor.detach", "Tensor.clone"})


def gradient_of(facts: Facts, node: cst.CSTNode) -> cst.Attribute | None:
    """p.grad of `p.grad`, `p.grad.data` and `p.grad.detach()`, and of `p.grad.data.mul_(2)`."""
    while facts.api(node) in _SAME or _in_place(facts, node):
        inner = node.func if isinstance(node, cst.Call) else node
        assert isinstance(inner, cst.Attribute)
        node = inner.value
    return node if isinstance(node, cst.Attribute) and facts.api(node) in GRADS else None


def changes_gradient(facts: Facts, node: cst.CSTNode) -> bool:
    """`p.grad = v`, `p.grad[0] += v`, `p.grad.mul_(v)`"""
    if isinstance(node, (cst.AssignTarget, cst.AugAssign)):
        target: cst.CSTNode = node.target
        while isinstance(target, cst.Subscript):
            target = target.value
        return gradient_of(facts, target) is not None
    return _in_place(facts, node) and gradient_of(facts, node) is not None


def _in_place(facts: Facts, node: cst.CSTNode) -> bool:
    api = facts.api(node)
    return isinstance(node, cst.Call) and api.startswith("Tensor.") and changes(api)
