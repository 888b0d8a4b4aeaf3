"""`x.requires_grad_()` of a tensor as the line `x.requires_grad = True`, which is the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.plan.model import Problem
from porter.recomputation.edits import Edits
from porter.tree import dotted, only

MARKED = re.compile(r"\.requires_grad_\(")


def marks_set(facts: Facts) -> tuple[cst.Module, list[Problem]]:
    """The module with such lines: of a name or an attribute, and of
    `x = y.to(device).requires_grad_()`."""
    edits = Edits(facts)
    for line in facts.index.all(cst.SimpleStatementLine):
        if new := [*_marked(facts, line)]:
            edits.become[line] = new
    return (edits.module() if edits.any else facts.module), []


def _marked(facts: Facts, line: cst.SimpleStatementLine) -> Iterator[cst.SimpleStatementLine]:
    """The lines that a line becomes."""
    small = only(line)
    call = small.value if isinstance(small, (cst.Expr, cst.Assign)) else None
    if call not in facts.refused or facts.api(call) != "Tensor.requires_grad_":
        return
    assert isinstance(call, cst.Call)
    assert isinstance(call.func, cst.Attribute)
    if any(dotted(arg.value) != "True" for arg in call.args):
        return
    owner = call.func.value
    if isinstance(small, cst.Assign):
        target = small.targets[0].target if len(small.targets) == 1 else None
        if target is None or dotted(target) is None:
            return
        made = small.with_changes(value=owner)
        yield line.with_changes(body=[made])
        line, owner = cst.SimpleStatementLine([]), target
    if dotted(owner) is not None:
        attribute = cst.Attribute(owner, cst.Name("requires_grad"))
        mark = cst.Assign([cst.AssignTarget(attribute)], cst.Name("True"))
        yield line.with_changes(body=[mark])
