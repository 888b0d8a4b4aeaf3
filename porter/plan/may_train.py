"""Whether code may run something that is trained: then a gradient may come from there."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.facts import Facts, FunctionInfo
from porter.kinds import (
    HOST,
    Derived,
    Function,
    Instance,
    Kind,
    Module,
    Parameter,
    Unknown,
    members,
    networks,
)
from porter.plan.callees import lambda_called, really_called
from porter.tree import walk


def may_train(facts: Facts, lines: Iterable[cst.CSTNode]) -> bool:
    """A network, a parameter, or what is not known and is called; also in functions called."""
    return any(_trains(facts, line, set()) for line in lines)


def call_trains(facts: Facts, call: cst.Call) -> bool:
    """The same of a call alone, without what it is given."""
    return _call_trains(facts, call, set())


def _trains(facts: Facts, code: cst.CSTNode, seen: set[cst.CSTNode]) -> bool:
    for node in walk(code):
        kinds = members(facts.kind(node)) if isinstance(node, cst.BaseExpression) else ()
        if any(isinstance(kind, Parameter) for kind in kinds):
            return True
        if isinstance(node, cst.Call) and _call_trains(facts, node, seen):
            return True
    return False


def _call_trains(facts: Facts, call: cst.Call, seen: set[cst.CSTNode]) -> bool:
    if facts.api(call):
        return False
    callee, given = really_called(facts, call.func), lambda_called(facts, call.func)
    if networks(callee) or (given is not None and _trains(facts, given, seen)):
        return True
    known = facts.function(callee)
    found = [*([known] if known is not None else []), *_by_name(facts, call.func)]
    if not found:
        return _is_open(facts, call.func, callee)
    return any(
        _trains(info.home or facts, info.node.body, seen | {info.node})
        for info in found
        if info.node not in seen
    )


def _by_name(facts: Facts, func: cst.BaseExpression) -> list[FunctionInfo]:
    """The methods of the project that a call may mean, also those of heirs: `self.loss(batch)`."""
    owner = facts.kind(func.value) if isinstance(func, cst.Attribute) else None
    if not isinstance(func, cst.Attribute) or not isinstance(owner, (Unknown, Instance, Module)):
        return []
    classes = (*facts.classes.values(), *facts.other_classes.values())
    return [c.methods[func.attr.value] for c in classes if func.attr.value in c.methods]


def _is_open(facts: Facts, func: cst.BaseExpression, callee: Kind) -> bool:
    """Whether nothing tells what is called: no function of Python's, no method of a list."""
    if isinstance(func, cst.Attribute):
        owner = facts.kind(func.value)
        if owner == HOST or not isinstance(owner, (Unknown, Instance, Module)):
            return False
    return isinstance(callee, (Unknown, Instance, Derived, Function)) and callee != HOST
