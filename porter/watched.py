"""Tensors that only `torch.autograd.grad` asks about: a tape watches them, as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from porter.index import Index
from porter.tree import bound_name, dotted, walk

_GRAD = "autograd.grad"
_ASKED = (cst.Assign, cst.Attribute, cst.Call, cst.Expr)


def watched(index: Index) -> frozenset[cst.CSTNode]:
    """What would make a variable of such a tensor: the calls with `requires_grad=True`, the calls
    of `requires_grad_()`, the targets `x.requires_grad`."""
    names = _imported(index)
    found: set[cst.CSTNode] = set()
    calls = [c for c in index.all(cst.Call) if _asks(dotted(c.func) or "", names)]
    top = [n for n in index.all(*_ASKED) if index.function(n) is None] if calls else []
    for call in calls:
        function = index.function(call)
        lines = [*walk(function.body)] if function is not None else top
        inputs = {n.value for arg in call.args for n in _inputs(arg, call)}
        found |= _marks(lines, inputs - _trained(lines))
    return frozenset(found)


def _asks(called: str, names: set[str]) -> bool:
    return called.endswith(_GRAD) or called in names


def _imported(index: Index) -> set[str]:
    """How `from torch.autograd import grad` calls it."""
    return {
        bound_name(alias)
        for node in index.all(cst.ImportFrom)
        if node.module is not None and dotted(node.module) == "torch.autograd"
        for alias in (node.names if not isinstance(node.names, cst.ImportStar) else ())
        if dotted(alias.name) == "grad"
    }


def _inputs(arg: cst.Arg, call: cst.Call) -> Iterator[cst.Name]:
    """The names that a gradient is asked for."""
    given = arg.keyword.value == "inputs" if arg.keyword else call.args.index(arg) == 1
    if given:
        parts = [arg.value]
        if isinstance(arg.value, (cst.List, cst.Tuple)):
            parts = [element.value for element in arg.value.elements]
        yield from (part for part in parts if isinstance(part, cst.Name))


def _trained(lines: Iterable[cst.CSTNode]) -> set[str]:
    """Names that have a gradient of their own, or that an optimizer may be given."""
    found: set[str] = set()
    for node in lines:
        if isinstance(node, cst.Attribute) and node.attr.value == "grad":
            found |= {node.value.value} if isinstance(node.value, cst.Name) else set()
        if isinstance(node, cst.Call) and "optim" in (dotted(node.func) or ""):
            found |= {n.value for arg in node.args for n in walk(arg) if isinstance(n, cst.Name)}
    return found


def _marks(lines: Iterable[cst.CSTNode], names: set[str]) -> set[cst.CSTNode]:
    found: set[cst.CSTNode] = set()
    for node in lines:
        if isinstance(node, cst.Assign):
            targets = [target.target for target in node.targets]
            if any(isinstance(t, cst.Name) and t.value in names for t in targets):
                found.update(_calls(node.value))
            found.update(t for t in targets if _marked(t) in names)
        elif isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            if _marked(node.value.func) in names:
                found.add(node.value)
    return found


def _marked(node: cst.CSTNode) -> str:
    """x of `x.requires_grad` and `x.requires_grad_`."""
    name, _, last = (dotted(node) or "").rpartition(".")
    return name if last in ("requires_grad", "requires_grad_") else ""


def _calls(value: cst.BaseExpression) -> Iterator[cst.Call]:
    """The calls of `Variable(x, requires_grad=True).to(device)`."""
    while isinstance(value, cst.Call):
        method = value.func if isinstance(value.func, cst.Attribute) else None
        marks = any(arg.keyword and arg.keyword.value == "requires_grad" for arg in value.args)
        if marks or (method is not None and method.attr.value == "requires_grad_"):
            yield value
        if method is None:
            return
        value = method.value
