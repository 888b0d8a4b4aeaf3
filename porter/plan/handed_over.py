"""Loops that hand the gradients of one network over to another's parameters."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.tree import only, statements

# Whose gradients are handed over, who gets them, and whether only where it has none.
Handed = tuple[cst.BaseExpression, cst.BaseExpression, bool]


def handed_over(node: cst.For) -> Handed | None:
    """(local, shared) of a loop that does nothing else."""
    names = names_in(node.target)
    call = node.iter
    if len(names) != 2 or not isinstance(call, cst.Call) or code(call.func) != "zip":
        return None
    networks = dict(zip(names, (network_of(arg.value) for arg in call.args)))
    *guards, last = statements(node.body)
    small = only(last)
    if not isinstance(small, cst.Assign) or not all(map(_is_guard, guards)):
        return None
    target, value = _owner(small.targets[0].target), _owner(small.value)
    if {target, value} != set(names) or len(small.targets) != 1:
        return None
    source, shared = networks.get(value), networks.get(target)
    return (source, shared, bool(guards)) if source is not None and shared is not None else None


def loop_of(function: cst.FunctionDef) -> Handed | None:
    """(local, shared) of a function that does nothing but hand gradients over."""
    body = [s for s in statements(function.body) if not _is_text(s)]
    loop = body[0] if len(body) == 1 else None
    return handed_over(loop) if isinstance(loop, cst.For) else None


def network_of(parameters: cst.BaseExpression) -> cst.BaseExpression | None:
    """net of net.parameters()"""
    func = parameters.func if isinstance(parameters, cst.Call) else None
    if isinstance(func, cst.Attribute) and func.attr.value == "parameters":
        return func.value
    return None


def names_in(target: cst.CSTNode) -> list[str]:
    parts = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else [target]
    return [part.value for part in parts if isinstance(part, cst.Name)]


def _owner(node: cst.CSTNode) -> str:
    """p of `p.grad`, `p._grad`, `p.grad.data` and `p.grad.clone()`."""
    text = code(node)
    for ending in (".clone()", ".detach()", ".data"):
        text = text.removesuffix(ending)
    name, _, last = text.rpartition(".")
    return name if last in ("grad", "_grad") else ""


def _is_guard(statement: cst.CSTNode) -> bool:
    """`if shared.grad is not None: return`: torch's zero_grad() has set it to None."""
    if not isinstance(statement, cst.If) or statement.orelse is not None:
        return False
    left, _, right = code(statement.test).partition(" is not ")
    inside = [only(s) for s in statements(statement.body)]
    leaves = len(inside) == 1 and isinstance(inside[0], (cst.Return, cst.Break))
    return bool(_owner(cst.parse_expression(left))) and right == "None" and leaves


def _is_text(statement: cst.CSTNode) -> bool:
    small = only(statement)
    return isinstance(small, cst.Expr) and isinstance(small.value, cst.BaseString)
