"""Parameters that a function gets to write into: `weight_init(module.weight.data, gain=1.0)`."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import TENSOR, Named, Parameter, Unknown


def given_to_write(facts: Facts, node: cst.CSTNode) -> cst.BaseExpression | None:
    """p of `p.data`, an argument of a call that is a line of its own: nobody takes what it gives,
    so it is for what it does to p. None for all else: what is no parameter, what an object's
    method gets, and functions of other modules than torch.nn.init."""
    part = node.func if isinstance(node, cst.Call) and not node.args else node
    if not isinstance(part, cst.Attribute):
        return None
    if part.attr.value != ("data" if part is node else "detach"):
        return None
    parents = facts.index.parents
    call = parents.get(parents.get(node, node))
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name):
        return None
    callee = facts.kind(call.func)
    if isinstance(callee, Named) and not callee.name.startswith("torch.nn.init."):
        return None
    if not isinstance(parents.get(call), cst.Expr):
        return None
    return part.value if _is_parameter(facts, part.value) else None


def _is_parameter(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one, or has the name of one and nothing else is known of it."""
    kind = facts.kind(node)
    name = node.attr.value if isinstance(node, cst.Attribute) else ""
    named = name.startswith(("weight", "bias"))
    return isinstance(kind, Parameter) or (named and (kind == TENSOR or isinstance(kind, Unknown)))
