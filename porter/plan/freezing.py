"""Loops that freeze parameters: TensorFlow trains what an optimizer is given, so they do nothing.

Where an optimizer is given what is frozen, the flag decides, and the loop can't be ported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Optimizer
from porter.plan.owners import Owners
from porter.tree import only, statements, walk

UNTRAINED = "requires_grad decides what the optimizer trains: give it the other parameters only"


def freezes(node: cst.CSTNode) -> str:
    """The value of `for p in net.parameters(): p.requires_grad = value`, and of the same by
    `p.requires_grad_(value)`; "" if it is none."""
    if not isinstance(node, cst.For) or not isinstance(node.target, cst.Name) or node.orelse:
        return ""
    values = {_value(statement, node.target.value) for statement in statements(node.body)}
    value = values.pop() if len(values) == 1 else ""
    return value if value in ("True", "False") else ""


def _value(statement: cst.CSTNode, name: str) -> str:
    """What one line sets the flag of the parameter of this name to."""
    small = only(statement)
    if isinstance(small, cst.Assign) and len(small.targets) == 1:
        flag = code(small.targets[0].target) == f"{name}.requires_grad"
        return code(small.value) if flag else ""
    call = small.value if isinstance(small, cst.Expr) else None
    if not isinstance(call, cst.Call) or code(call.func) != f"{name}.requires_grad_":
        return ""
    return code(call.args[0].value) if call.args else "True"


def decides(facts: Facts, node: cst.For) -> bool | None:
    """Whether an optimizer steps that is given what is frozen here; None where it can't be told."""
    if freezes(node) == "True":
        return False
    owners = Owners(facts)
    frozen = owners.networks_of(node.iter)
    sure = bool(frozen)
    for given in _stepping(facts, owners, node):
        for one in frozen:
            for other in given:
                if f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}."):
                    return True
                sure = sure and owners.apart(one, other)
        sure = sure and bool(given)
    return False if sure else None


def _stepping(facts: Facts, owners: Owners, node: cst.For) -> Iterator[frozenset[str]]:
    """What the optimizers have that step until the parameters are unfrozen, or all of the file."""
    suite = getattr(facts.index.parents[node], "body", ())
    until: list[cst.CSTNode] = []
    for statement in suite[[s is node for s in suite].index(True) + 1 :]:
        if freezes(statement) == "True" and code(statement.iter) == code(node.iter):
            for call in (n for s in until for n in walk(s) if isinstance(n, cst.Call)):
                if facts.api(call) == "Optimizer.step" and isinstance(call.func, cst.Attribute):
                    yield owners.networks(call.func.value)
            return
        until.append(statement)
    for call in facts.index.all(cst.Call):
        if isinstance(facts.kind(call), Optimizer) and call.args:
            yield owners.networks_of(call.args[0].value)
