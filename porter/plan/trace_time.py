"""Trace-time evaluation: lists of a function's own, sizes, loops over a tensor's rows."""

from __future__ import annotations

from collections.abc import Collection

import libcst as cst

from porter.facts import Facts
from porter.kinds import (
    NEVER,
    Kind,
    Named,
    Number,
    Parameter,
    Parameters,
    Sequence,
    Shape,
    Size,
    Tensor,
    Text,
    Tuple,
    item_of,
)

_TOGETHER = frozenset({Named("builtins.zip"), Named("builtins.enumerate")})
_STATIC = frozenset(Named(f"builtins.{n}") for n in ("len", "isinstance", "hasattr", "callable"))
_SIZES = frozenset(f"Tensor.{n}" for n in "size dim ndimension numel nelement".split())
_LISTS = frozenset({Named("builtins.tuple"), Named("builtins.list")})


def over_parameters(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether a loop goes over `net.parameters()`, or over those of several networks together."""
    items = facts.kind(node)
    if isinstance(items, Parameters) or isinstance(item_of(items), Parameter):
        return True
    one = item_of(items)
    if isinstance(one, Tuple) and any(isinstance(k, Parameter) for k in one.items):
        return all(isinstance(k, (Parameter, Text)) for k in one.items)  # named_parameters()
    return (
        isinstance(items, Sequence)
        and isinstance(items.item, Tuple)
        and all(isinstance(k, Tensor) for k in items.item.items)
        and isinstance(node, cst.Call)
        and all(isinstance(facts.kind(arg.value), Parameters) for arg in node.args)
    )


def over_rows(facts: Facts, node: cst.BaseExpression) -> tuple[cst.BaseExpression, ...]:
    """The tensors that a loop goes over: `x`, `zip(x, y)`, `enumerate(x)`."""
    if isinstance(facts.kind(node), Tensor):
        return (node,)
    if not isinstance(node, cst.Call) or facts.kind(node.func) not in _TOGETHER:
        return ()
    given = tuple(arg.value for arg in node.args)
    tensors = all(isinstance(facts.kind(value), Tensor) for value in given)
    return given if tensors and not any(arg.star or arg.keyword for arg in node.args) else ()


def over_gradients(facts: Facts, node: cst.BaseExpression, called: bool) -> bool:
    """Whether a loop goes over parameters, over what autograd.grad gives for them, or over both
    together; a function that is `called` in a trace has lists of tensors for them."""
    if isinstance(node, cst.Call) and facts.kind(node.func) in _TOGETHER:
        lists = [arg.value for arg in node.args]
        return bool(lists) and all(over_gradients(facts, one, called) for one in lists)
    kind = facts.kind(node)
    if isinstance(kind, Parameters) or node in facts.derived:
        return True
    if not is_list(kind) or not isinstance(node, cst.Name):
        return False
    return isinstance(item_of(kind), Parameter) or called or _derived(facts, node)


def _derived(facts: Facts, node: cst.Name) -> bool:
    """Whether a name is of nothing but results of autograd.grad."""
    assigns = [
        assign
        for assign in facts.index.all(cst.Assign)
        if any(isinstance(t.target, cst.Name) and t.target.value == node.value
               for t in assign.targets)
    ]  # fmt: skip
    return bool(assigns) and all(assign.value in facts.derived for assign in assigns)


def is_size(facts: Facts, node: cst.CSTNode) -> bool:
    """`x.shape[0]`, `x.shape[:2]`, `x.size(1)`, `len(x)`"""
    if isinstance(node, cst.Subscript):
        sizes = facts.api(node.value) in ("Tensor.shape", "Tensor.size")
        return sizes and isinstance(facts.kind(node), (Number, Shape, Size))
    if not isinstance(node, cst.Call):
        return False
    if facts.kind(node.func) == Named("builtins.len") and node.args:
        return isinstance(facts.kind(node.args[0].value), Tensor)
    return facts.api(node) in _SIZES


def is_static(facts: Facts, node: cst.CSTNode) -> bool:
    """What a trace knows: x.dim(), x.size(0), len(x), isinstance(x, y), tuple(x.shape)."""
    if not isinstance(node, cst.Call):
        return False
    if facts.kind(node.func) in _LISTS and len(node.args) == 1:
        return isinstance(facts.kind(node.args[0].value), (Shape, Size))
    return facts.kind(node.func) in _STATIC or facts.api(node) in _SIZES


def is_list(kind: Kind) -> bool:
    """A list of tensors, or one that is still empty."""
    return isinstance(kind, Sequence) and (kind.item == NEVER or isinstance(kind.item, Tensor))


def appended(
    facts: Facts, node: cst.BaseExpression, own: Collection[str]
) -> cst.BaseExpression | None:
    """x of `rows.append(x)`, where rows is a list of the function's own."""
    func = node.func if isinstance(node, cst.Call) else None
    if not isinstance(func, cst.Attribute) or func.attr.value != "append":
        return None
    rows = func.value
    if not isinstance(rows, cst.Name) or rows.value not in own:
        return None
    assert isinstance(node, cst.Call)
    fits = isinstance(facts.kind(rows), Sequence) and len(node.args) == 1
    return node.args[0].value if fits else None
