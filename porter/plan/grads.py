"""`p.grad`: how it is written."""

from __future__ import annotations

import libcst as cst

from porter.aliases import Aliases
from porter.facts import Facts
from porter.infer.in_place import changes
from porter.tree import item_owner

GRADS = frozenset({"Tensor.grad", "Tensor._grad"})
_NAMING = (
    cst.Assign,
    cst.Element,
    cst.Arg,
    cst.ListComp,
    cst.DictComp,
    cst.DictElement,
    cst.Return,
)
_SAME = frozenset({"Tensor.data", "Tensor.detach", "Tensor.clone"})


def gradient_of(facts: Facts, node: cst.CSTNode) -> cst.Attribute | None:
    """p.grad of `p.grad`, `p.grad.data` and `p.grad.detach()`, and of `p.grad.data.mul_(2)`."""
    while facts.api(node) in _SAME or _in_place(facts, node) or _is_data(facts, node):
        inner = node.func if isinstance(node, cst.Call) else node
        assert isinstance(inner, cst.Attribute)
        node = inner.value
    return node if isinstance(node, cst.Attribute) and facts.api(node) in GRADS else None


def changes_gradient(facts: Facts, node: cst.CSTNode) -> bool:
    """`p.grad = v`, `p.grad[0] += v`, `p.grad.mul_(v)`"""
    if isinstance(node, (cst.AssignTarget, cst.AugAssign)):
        return gradient_of(facts, item_owner(node.target)) is not None
    return _in_place(facts, node) and gradient_of(facts, node) is not None


def _in_place(facts: Facts, node: cst.CSTNode) -> bool:
    api = facts.api(node)
    return isinstance(node, cst.Call) and api.startswith("Tensor.") and changes(api)


def _is_data(facts: Facts, node: cst.CSTNode) -> bool:
    """`p.grad.data`, also where it is given a value: nobody else has the gradient itself."""
    if not isinstance(node, cst.Attribute) or node.attr.value != "data":
        return False
    return facts.api(node.value) in GRADS and not facts.once(_kept)


def _kept(facts: Facts) -> bool:
    """Whether a gradient gets another name in this file: `g = p.grad`."""
    return any(is_kept(facts, n) for n in facts.index.all(cst.Attribute) if facts.api(n) in GRADS)


def is_kept(facts: Facts, grad: cst.Attribute) -> bool:
    """Whether this `p.grad` gets another name, or a place in a container."""
    keeping = facts.once(Aliases).keeping
    return isinstance(facts.index.parents[grad], _NAMING) and keeping.handed_out(grad)
