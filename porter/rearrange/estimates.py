"""An update that is handed what its loss is made of, and could compute it itself.

    td_est = self.td_estimate(state, action)
    loss = self.update_online(td_est, td_target)

The gradient goes through a line of the caller, where the update has no tape. Nothing that it reads
changes on the way, so that the update may as well begin with it:

    def update_online(self, state, action, td_target):
        td_estimate = self.td_estimate(state, action)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.findings import Severity
from porter.kinds import Class, Function, Named
from porter.plan.effects import effects
from porter.plan.escaping import gradient_through
from porter.plan.model import Plan, Problem
from porter.plan.random_numbers import draws
from porter.plan.weight_changes import changes_weights
from porter.recomputation.edits import Edits, stated
from porter.tree import CONSTANTS, only, statements, walk

Made = tuple[cst.SimpleStatementLine, cst.BaseExpression]  # the line, and what it computes


def computed_inside(facts: Facts, plan: Plan) -> tuple[cst.Module, list[Problem]] | None:
    """The program with such lines moved, where an update was refused for want of them; a note for
    each."""
    edits, told = Edits(facts), list[Problem]()
    refused = (facts.index.function(p.node) for p in plan.problems if p.code == "P201")
    for function in dict.fromkeys(refused):
        info = facts.defined_at(function)
        call = _only_call(facts, info) if info is not None else None
        if info is not None and call is not None:
            told += _move(facts, edits, info, call)
    return (edits.module(), told) if edits.any else None


def _only_call(facts: Facts, info: FunctionInfo) -> cst.Call | None:
    """The one call of a function of a plain form that only this file knows."""
    params, name = info.node.params, info.node.name.value
    plain = not (params.posonly_params or params.kwonly_params or params.star_kwarg)
    plain = plain and not isinstance(params.star_arg, cst.Param) and not info.node.decorators
    uses = facts.uses.get(info.name, [])
    if not plain or len(uses) != 1 or facts.shared(name, facts.path):
        return None
    call = uses[0]
    return call if isinstance(call, cst.Call) and not any(a.star for a in call.args) else None


def _move(facts: Facts, edits: Edits, info: FunctionInfo, call: cst.Call) -> list[Problem]:
    """The note, where a line could be moved."""
    line = next((n for n in facts.index.above(call) if isinstance(n, _LINE)), None)
    suite = facts.index.parents.get(line) if line is not None else None
    if line is None or not isinstance(suite, (cst.IndentedBlock, cst.Module)):
        return []
    before = suite.body[: next(i for i, s in enumerate(suite.body) if s is line)]
    given = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    given |= {n: a for n, a in zip(info.positional, call.args) if a.keyword is None}
    for name, arg in given.items():
        made = _made(facts, before, arg.value)
        needed = _needed(facts, info, call, given, made) if made is not None else None
        if made is not None and needed is not None:
            first = _rewrite(facts, edits, info.node, (line, arg), (name, made), needed)
            own = f"{info.node.name.value}() computes {name} itself"
            message = f"{own}: it gets {', '.join(needed)}" if needed else own
            return [Problem(first, "N402", Severity.NOTE, message)]  # the others come later
    return []


def _made(
    facts: Facts, before: Sequence[cst.BaseStatement], given: cst.BaseExpression
) -> Made | None:
    """The line `td_est = self.td_estimate(state, action)`, if it may be done later as well."""
    if not isinstance(given, cst.Name):
        return None
    for i in reversed(range(len(before))):
        line, small = before[i], only(before[i])
        if given.value not in effects(line).writes:
            continue
        if not isinstance(small, cst.Assign) or not isinstance(small.value, cst.Call):
            return None
        if len(small.targets) != 1 or not isinstance(small.targets[0].target, cst.Name):
            return None
        if draws(facts, line) or not gradient_through(facts, small.value):
            return None
        read = effects(line).reads | effects(line).writes
        for other in before[i + 1 :]:
            changed = effects(other).writes & read or changes_weights(facts, other)
            if changed or draws(facts, other) or _sets_attributes(facts, other):
                return None
        assert isinstance(line, cst.SimpleStatementLine)
        return line, small.value
    return None


def _sets_attributes(facts: Facts, node: cst.CSTNode, seen: frozenset[str] = frozenset()) -> bool:
    """Whether something that lasts may change here, or in a function that is called."""
    for below in walk(node):
        if isinstance(below, (cst.Global, cst.Nonlocal, cst.AugAssign)):
            return True
        if isinstance(below, cst.AssignTarget) and not isinstance(below.target, _LOCAL):
            return True
        info = facts.function(facts.kind(below.func)) if isinstance(below, cst.Call) else None
        if info is not None and info.name not in seen:
            home = info.home or facts
            if _sets_attributes(home, info.node.body, seen | {info.name}):
                return True
    return False


def _needed(
    facts: Facts,
    info: FunctionInfo,
    call: cst.Call,
    given: dict[str, cst.Arg],
    made: Made,
) -> list[str] | None:
    """The names that the line needs in the function; None where one is another thing there."""
    own = isinstance(call.func, cst.Attribute) and code(call.func.value) == "self"
    taken = {n.value for n in walk(info.node) if isinstance(n, cst.Name)}
    taken |= {param.name.value for param in info.node.params.params}
    found: dict[str, None] = {}
    for node in _names(made[1]):
        name = node.value
        if name == "self" and own:
            continue
        if name in CONSTANTS or isinstance(facts.kind(node), (Named, Function, Class)):
            continue
        same = name in given and code(given[name].value) == name
        if name == "self" or (name in taken and not same):
            return None
        found[name] = None
    return [name for name in found if name not in given]


def _names(node: cst.CSTNode) -> Iterator[cst.Name]:
    return (n for n in walk(node) if isinstance(n, cst.Name))


def _rewrite(
    facts: Facts,
    edits: Edits,
    function: cst.FunctionDef,
    to: tuple[cst.CSTNode, cst.Arg],
    what: tuple[str, Made],
    needed: list[str],
) -> cst.CSTNode:
    """The names go where the value went; gives the line that the function begins with."""
    (call_line, arg), (parameter, (made, value)) = to, what
    call = facts.index.parents[arg]
    assert isinstance(call, cst.Call)
    keyword = arg.keyword
    names = [cst.Arg(cst.Name(n), keyword and cst.Name(n), equal=arg.equal) for n in needed]
    args = [new for old in call.args for new in (names if old is arg else [old])]
    edits.replace(call_line, {call: call.with_changes(args=_parted(args))})
    whole, name = facts.index.function(made) or facts.module, code(arg.value)
    gone = sum(n.value == name for n in _names(whole)) == 2  # bound, and handed over
    first = stated(f"{parameter} = {code(value)}", made, made.leading_lines if gone else ())
    if gone:
        edits.become[made] = []
        edits.moved.add(made)
    params: list[cst.Param] = []
    for old in function.params.params:
        new = [cst.Param(cst.Name(n)) for n in needed]
        params += new if old.name.value == parameter else [old]
    body = statements(function.body)
    doc = 1 if function.get_docstring() else 0
    block = function.body.with_changes(body=[*body[:doc], first, *body[doc:]])
    plain = function.params.with_changes(params=_parted(params))
    edits.become[function] = [function.with_changes(params=plain, body=block)]
    return first  # type: ignore[no-any-return]


def _parted(items: list[Any]) -> list[Any]:
    """With commas where there are some to be."""
    return [item.with_changes(comma=cst.MaybeSentinel.DEFAULT) for item in items]


_LINE = cst.SimpleStatementLine
_LOCAL = (cst.Name, cst.Tuple, cst.List)
