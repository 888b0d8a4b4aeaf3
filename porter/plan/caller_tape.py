"""Caller-owned tapes: functions that are handed a loss and step on it; callers open the tape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.findings import Severity
from porter.infer.in_place import changes
from porter.kinds import Function
from porter.plan.model import Problem
from porter.plan.scopes import parameters
from porter.tree import only, statements, walk


def caller_tape_loss(function: cst.FunctionDef) -> str:
    """The loss that a function gets as a parameter, clears, differentiates and steps on; or ""."""
    given = parameters(function)
    calls = [_method(statement) for statement in statements(function.body)]
    backwards = [(i, of) for i, (of, name) in enumerate(calls) if name == "backward"]
    if len(backwards) != 1 or backwards[0][1] not in given:
        return ""
    at, loss = backwards[0]
    cleared = {of for of, name in calls if name == "zero_grad"}
    steps = [of for of, name in calls[at:] if name == "step"]
    return loss if steps and set(steps) <= cleared and not _computes(function, loss) else ""


def _computes(function: cst.FunctionDef, loss: str) -> bool:
    """Whether the function computes on the loss that it got, as `loss += penalty` does: the tape
    of its caller is closed by then."""
    for node in walk(function.body):
        if isinstance(node, (cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.NamedExpr)):
            if _names(node.target, loss):
                return True
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            if changes(node.func.attr.value) and _names(node.func, loss):
                return True
    return False


def _names(node: cst.CSTNode, name: str) -> bool:
    return any(isinstance(below, cst.Name) and below.value == name for below in walk(node))


def caller_tape_call(facts: Facts, statement: cst.CSTNode) -> tuple[cst.Call, cst.Arg] | None:
    """The call of such a function that a line is, and the argument that is the loss."""
    small = only(statement)
    value = small.value if isinstance(small, (cst.Expr, cst.Assign)) else None
    kind = facts.kind(value.func) if isinstance(value, cst.Call) else None
    if not isinstance(value, cst.Call) or not isinstance(kind, Function):
        return None
    info = facts.functions.get(kind.name) or facts.others.get(kind.name)
    loss = _loss(facts, info)
    found = _argument(value.args, loss, info.positional) if info is not None and loss else None
    return (value, found) if found is not None else None


def without_tape(facts: Facts) -> Iterator[Problem]:
    """Other uses of such functions: nobody opens a tape for a call in a lambda, or a callback."""
    taped = dict[str, bool]()
    parents = facts.index.parents
    for node in facts.index.all(cst.Name, cst.Attribute):
        kind, above = facts.kinds.get(node), parents[node]
        if not isinstance(kind, Function) or isinstance(above, (cst.ImportAlias, cst.FunctionDef)):
            continue
        if kind.name not in taped:
            info = facts.functions.get(kind.name) or facts.others.get(kind.name)
            taped[kind.name] = bool(_loss(facts, info))
        if taped[kind.name] and not (isinstance(above, cst.Attribute) and above.attr is node):
            call = above if isinstance(above, cst.Call) and above.func is node else None
            line = parents[parents[call]] if call is not None else None
            if line is None or caller_tape_call(facts, line) is None:
                message = "it steps on the loss that it gets, and only a line of its own can open"
                hint = "give the call a line of its own, with the loss as an argument"
                message += " the tape for it"
                yield Problem(call or node, "P201", Severity.ERROR, message, hint)


def _loss(facts: Facts, info: FunctionInfo | None) -> str:
    """The loss of such a function, if what it steps with is known to be optimizers: else its
    update has the general form."""
    loss = caller_tape_loss(info.node) if info is not None else ""
    if info is None or not loss or info.node in facts.general:
        return ""
    home = info.home or facts
    calls = [call for line in statements(info.node.body) if (call := _call(line)) is not None]
    steps = [c for c in calls if isinstance(c.func, cst.Attribute) and c.func.attr.value == "step"]
    return loss if all(home.api(call) == "Optimizer.step" for call in steps) else ""


def _argument(args: Sequence[cst.Arg], name: str, names: Sequence[str]) -> cst.Arg | None:
    for index, arg in enumerate(args):
        if arg.star:
            return None
        if arg.keyword.value == name if arg.keyword else names[index : index + 1] == [name]:
            return arg
    return None


def _method(statement: cst.CSTNode) -> tuple[str, str]:
    """x and "step" of a line `x.step()`."""
    call = _call(statement)
    if call is not None and isinstance(call.func, cst.Attribute):
        return code(call.func.value), call.func.attr.value
    return "", ""


def _call(statement: cst.CSTNode) -> cst.Call | None:
    """The call of a method that a line is."""
    small = only(statement)
    call = small.value if isinstance(small, cst.Expr) else None
    return call if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) else None
