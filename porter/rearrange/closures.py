"""Closures that an optimizer calls once in its step: their lines stand before the step.

    def closure():
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        return loss

    total += optimizer.step(closure).item()

All of torch's optimizers but LBFGS call it once, ahead of what they do:

    optimizer.zero_grad()
    loss = loss_fn(net(x), y)
    loss.backward()
    optimizer.step()
    total += loss.item()
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Optimizer
from porter.recomputation.edits import Edits, replaced, stated
from porter.tree import only, statements, walk

_AGAIN = frozenset({"torch.optim.LBFGS"})
_LEAVING = (cst.Return, cst.Yield, cst.Nonlocal, cst.Global, cst.FunctionDef, cst.Lambda)


def closures_in_line(facts: Facts) -> cst.Module | None:
    """The program with the lines of such closures; None if it has none."""
    edits = Edits(facts)
    for function in facts.index.all(cst.FunctionDef):
        step = _step(facts, function)
        if step is None:
            continue
        line = next(n for n in facts.index.above(step) if isinstance(n, cst.SimpleStatementLine))
        inner, loss = _lines(function)
        if loss is None or not _alone(facts, function, line, step):
            continue
        edits.become[function] = []
        edits.become[line] = list(_in_line(line, step, inner, loss, function))
    return edits.module() if edits.any else None


def _step(facts: Facts, function: cst.FunctionDef) -> cst.Call | None:
    """The only use of a function without parameters, if that is `optimizer.step(function)`."""
    params, name = function.params, function.name.value
    if code(params).strip() or function.decorators or function.asynchronous is not None:
        return None
    owners: dict[cst.CSTNode, list[cst.FunctionDef]] = {}
    for one in facts.index.all(cst.FunctionDef):
        if one.name.value == name:
            owners.setdefault(facts.index.function(one) or facts.index.module, []).append(one)
    names = [n for n in facts.index.names.get(name, ()) if n is not function.name]
    found = (next((n for n in facts.index.above(use) if n in owners), None) for use in names)
    uses = [use for use, owner in zip(names, found) if owner and owners[owner] == [function]]
    once = len(uses) == 1
    arg = facts.index.parents[uses[0]] if once else None
    call = facts.index.parents[arg] if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or len(call.args) != 1 or facts.api(call) != "Optimizer.step":
        return None
    kind = facts.kind(call.func.value) if isinstance(call.func, cst.Attribute) else None
    return call if isinstance(kind, Optimizer) and kind.cls not in _AGAIN else None


def _lines(function: cst.FunctionDef) -> tuple[list[Any], cst.BaseExpression | None]:
    """The lines of a closure that ends with the one `return loss`, and that loss."""
    body = statements(function.body)
    last = only(body[-1])
    loss = last.value if isinstance(last, cst.Return) else None
    inside = (n for line in body[:-1] for n in walk(line))
    if loss is None or any(isinstance(n, _LEAVING) for n in inside):
        return [], None
    return list(body[:-1]), loss


def _alone(
    facts: Facts, function: cst.FunctionDef, line: cst.SimpleStatementLine, step: cst.Call
) -> bool:
    """Whether the names that a closure binds are not in use around it, but for what the line of
    the step binds to its loss."""
    around = facts.index.function(function) or facts.index.module
    inside, small = {*walk(step)}, only(line)
    free: set[str] = set()
    if isinstance(small, cst.Assign):
        free = {n.value for t in small.targets for n in [t.target] if isinstance(n, cst.Name)}
        names = (n for n in walk(small.value) if isinstance(n, cst.Name) and n not in inside)
        free -= {n.value for n in names}
    own = facts.variables.bound(function) - free
    return not any(
        facts.variables.owner(use) is around
        for name in own
        for use in facts.index.names.get(name, ())
    )


def _in_line(
    line: cst.SimpleStatementLine,
    step: cst.Call,
    inner: list[Any],
    loss: cst.BaseExpression,
    function: cst.FunctionDef,
) -> Iterator[Any]:
    """The closure's lines, the step, and what the line does with the loss."""
    above = [*function.leading_lines, *inner[0].leading_lines]
    yield inner[0].with_changes(leading_lines=above)
    yield from inner[1:]
    small = only(line)
    whole = isinstance(small, cst.Expr) and small.value is step
    alone = step.with_changes(args=[])
    stepping = stated(code(alone), line, line.leading_lines)
    yield stepping
    same = (
        isinstance(small, cst.Assign)
        and small.value is step
        and code(small.targets[0].target) == code(loss)
    )
    if not whole and not same:
        yield replaced(line, {step: loss.deep_clone()}).with_changes(leading_lines=())
