"""Questions for the class of an object: `type(m)`, `m.__class__`, `type(x) == torch.Tensor`."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code

_RULES: dict[type[cst.BaseCompOp], str] = {
    cst.Equal: "Either.is_plain",
    cst.Is: "Either.is_plain",
    cst.NotEqual: "Either.is_not_plain",
    cst.IsNot: "Either.is_not_plain",
}


def class_of_what(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The m of `type(m)` or `m.__class__`."""
    if isinstance(node, cst.Call) and code(node.func) == "type" and len(node.args) == 1:
        return node.args[0].value
    if isinstance(node, cst.Attribute) and node.attr.value == "__class__":
        return node.value
    return None


def asked_for_tensor(node: cst.Comparison) -> tuple[str, cst.BaseExpression] | None:
    """The rule for `type(x) == torch.Tensor`, `type(x) is not torch.Tensor`, and x."""
    target = node.comparisons[0]
    name = _RULES.get(type(target.operator))
    of = class_of_what(node.left) or class_of_what(target.comparator)
    return (name, of) if name and of is not None and len(node.comparisons) == 1 else None
