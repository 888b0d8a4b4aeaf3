"""A loss function that keeps numbers of its loss for a log: its caller keeps them.

    def calc_loss(self, batch):
        ...
        self.value_loss = value_loss.item()
        return policy_loss + value_loss

No graph can have the number. It gives the tensor, and the lines stand behind the call:

    loss, value_loss = self.calc_loss(batch)
    self.value_loss = value_loss.item()
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.facts import Facts, FunctionInfo
from porter.kinds import Named, Tensor
from porter.plan.model import Plan
from porter.plan.scopes import bindings
from porter.rearrange.loss_data import only_here, plain_call
from porter.recomputation.edits import Edits, copied
from porter.tree import dotted, only, statements, walk

Lines = list[Any]


def logs_behind(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program with such lines moved, where they keep an update in eager mode."""
    edits = Edits(facts)
    for problem in plan.problems:
        call = plain_call(problem.node) if problem.code == "N403" else None
        info = facts.function(facts.kind(call.func)) if call is not None else None
        if call is None or info is None or info.node in edits.become:
            continue
        if info.cls is not None and only_here(facts, info, call):
            lines = _logs(facts, info)
            if lines:
                _move(facts, edits, info, lines, problem.node)
    return edits.module() if edits.any else None


def _logs(facts: Facts, info: FunctionInfo) -> Lines:
    """The lines ahead of the one `return` that keep numbers in attributes of self."""
    *body, last = statements(info.node.body)
    small = only(last)
    value: Any = small.value if isinstance(small, cst.Return) else None
    returns = [n for n in walk(info.node.body) if isinstance(n, (cst.Return, cst.Yield))]
    if len(returns) != 1 or not _names(value):
        return []
    found: Lines = []
    while body and _keeps(facts, info, body[-1]):
        found.insert(0, body.pop())
    return found


def _names(value: Any) -> list[str]:
    """loss and errors of `loss, errors`; none of anything but names."""
    parts: list[Any] = (
        [e.value for e in value.elements] if isinstance(value, cst.Tuple) else [value]
    )
    plain = all(isinstance(part, cst.Name) for part in parts)
    return [part.value for part in parts] if plain else []


def _keeps(facts: Facts, info: FunctionInfo, line: cst.CSTNode) -> bool:
    """`self.value_loss = value_loss.item()`, of local tensors alone"""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return False
    place = dotted(small.targets[0].target) or ""
    if not place.startswith("self.") or isinstance(facts.kind(small.value), Tensor):
        return False
    if any(isinstance(n, (cst.Lambda, cst.BaseComp, cst.NamedExpr)) for n in walk(small.value)):
        return False
    own = bindings(statements(info.node.body))
    return all(
        isinstance(facts.kind(n), Tensor) if n.value in own else isinstance(facts.kind(n), Named)
        for n in _read(small.value)
    )


def _read(value: cst.BaseExpression) -> list[cst.Name]:
    """The names that an expression reads."""
    return [n for n in walk(value) if isinstance(n, cst.Name)]


def _move(facts: Facts, edits: Edits, info: FunctionInfo, lines: Lines, call_line: Any) -> None:
    """The function gives what the lines read, too, and its caller has them behind the call."""
    small = only(call_line)
    assert isinstance(small, cst.Assign)
    targets = _names(small.targets[0].target)
    *body, last = statements(info.node.body)
    back = only(last)
    assert isinstance(back, cst.Return)
    returned = _names(back.value)
    own = bindings(statements(info.node.body))
    values = [line.body[0].value for line in lines]
    read = dict.fromkeys(n.value for value in values for n in _read(value) if n.value in own)
    if len(small.targets) != 1 or len(targets) != len(returned) or not read:
        return
    scope = facts.index.function(call_line) or facts.index.module
    taken = {n.value for n in walk(scope) if isinstance(n, cst.Name)}
    here = {name: edits.fresh(f"{name}_tensor") if name in taken else name for name in read}
    given = _tuple([*returned, *read])
    kept = [s for s in body if s not in lines]
    returning = last.with_changes(body=[back.with_changes(value=given)])
    block = info.node.body.with_changes(body=[*kept, returning])
    edits.become[info.node] = [info.node.with_changes(body=block, returns=None)]
    target = small.targets[0].with_changes(target=_tuple([*targets, *here.values()]))
    called = call_line.with_changes(body=[small.with_changes(targets=[target])])
    behind = [copied(s, here).with_changes(leading_lines=s.leading_lines) for s in lines]
    edits.become[call_line] = [called, *behind]


def _tuple(names: list[str]) -> cst.Tuple:
    return cst.Tuple([cst.Element(cst.Name(name)) for name in names], lpar=[], rpar=[])
