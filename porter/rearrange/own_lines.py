"""The call of a function that steps on the loss it gets has a line of its own, for the tape.

    info = {"q": self.minimize(self.q_loss(batch))}

becomes

    result = self.minimize(self.q_loss(batch))
    info = {"q": result}
"""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.caller_tape import without_tape
from porter.plan.model import Problem
from porter.recomputation.edits import Edits, replaced
from porter.tree import children, only, walk

CALLED = re.compile(r"\(")  # a function of any file may be one
_LINES = (cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Expr, cst.Return)
# What is evaluated whenever its parts are, one after the other
_AROUND = (
    *(cst.Arg, cst.Attribute, cst.BinaryOperation, cst.Call, cst.Dict, cst.DictElement),
    *(cst.Element, cst.List, cst.StarredElement, cst.Tuple),
)
_CALLS = (cst.Call, cst.Attribute, cst.Subscript, cst.Await, cst.NamedExpr, cst.BaseComp)


def calls_apart(facts: Facts) -> tuple[cst.Module, list[Problem]]:
    """The module with such lines, where nothing but names and constants is evaluated before."""
    edits = Edits(facts)
    by_line: dict[cst.SimpleStatementLine, list[cst.CSTNode]] = {}
    for problem in without_tape(facts):
        above = facts.index.above(problem.node)
        line = next((n for n in above if isinstance(n, cst.SimpleStatementLine)), None)
        if line is not None and isinstance(problem.node, cst.Call):
            by_line.setdefault(line, []).append(problem.node)
    for line, calls in by_line.items():
        small: Any = only(line)
        value = small.value if isinstance(small, _LINES) else None
        order = [node for node in walk(value) if node in calls] if value is not None else []
        if value is None or len(order) != len(calls) or not _come_first(value, order):
            continue
        names = {call: cst.Name(edits.fresh("result")) for call in order}
        made = [cst.parse_statement(f"{name.value} = {code(call)}") for call, name in names.items()]
        made[0] = made[0].with_changes(leading_lines=line.leading_lines)
        rest = replaced(line, names).with_changes(leading_lines=())
        edits.become[line] = [*made, rest]
    return (edits.module() if edits.any else facts.module), []


def _come_first(node: cst.CSTNode, calls: list[cst.CSTNode]) -> bool:
    """Whether a node evaluates nothing but names and constants before these calls."""
    if node in calls:
        return not any(inner in calls for child in children(node) for inner in walk(child))
    if not isinstance(node, _AROUND):
        return False
    last = calls[-1]
    for child in children(node):
        if any(inner in calls for inner in walk(child)):
            if not _come_first(child, calls):
                return False
            if any(inner is last for inner in walk(child)):
                return True
        elif not _is_plain(child, of_call=isinstance(node, cst.Call) and child is node.func):
            return False
    return True


def _is_plain(node: cst.CSTNode, of_call: bool) -> bool:
    """A name, a constant, or the `losses.append` of a call."""
    if of_call and isinstance(node, cst.Attribute):
        return isinstance(node.value, cst.Name)
    return not any(isinstance(part, _CALLS) for part in walk(node))
