"""A list of parameters that gets others as soon as it is made:

    self.params = list(self.body.parameters())
    self.params.append(self.std)

is `self.params = list(self.body.parameters()) + [self.std]`, of which all see what is in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named, Parameters
from porter.recomputation.edits import Edits, replaced
from porter.tree import dotted, only, walk

_ADDS = (".append", ".extend")
_LIST = Named("builtins.list")
_RUNS = (cst.NamedExpr, cst.Await, cst.Yield, cst.Lambda, cst.ListComp, cst.GeneratorExp)


def lists_in_one(facts: Facts) -> cst.Module | None:
    """The program with such lists in one line; None if it has none."""
    named = (calls for name, calls in facts.index.called.items() if name.endswith(_ADDS))
    found = [call for calls in named for call in calls if _adds(facts, call)]
    if not found:
        return None
    edits, parents = Edits(facts), facts.index.parents
    known = {line: call for call in found if (line := _line(facts, call)) is not None}
    for body in dict.fromkeys(parents[line] for line in known):
        _join(facts, edits, body, known)
    return edits.module() if edits.any else None


def _adds(facts: Facts, call: cst.Call) -> bool:
    """Whether the method is that of a list of parameters."""
    func = call.func
    plain = len(call.args) == 1 and not call.args[0].star and call.args[0].keyword is None
    return plain and isinstance(func, cst.Attribute) and _are_parameters(facts, func.value)


def _are_parameters(facts: Facts, node: cst.CSTNode) -> bool:
    return isinstance(facts.kind(node), Parameters)


def _line(facts: Facts, call: cst.CSTNode) -> cst.CSTNode | None:
    """The line that is this call alone, among others."""
    parents = facts.index.parents
    above = parents[call]
    line = parents.get(above) if isinstance(above, cst.Expr) else None
    if line is None or only(line) is not above:
        return None
    return line if isinstance(parents[line], (cst.Module, cst.IndentedBlock)) else None


def _join(facts: Facts, edits: Edits, body: Any, known: Mapping[cst.CSTNode, cst.Call]) -> None:
    """Each list with what the lines below add to it: nothing comes in between."""
    for first, line in enumerate(body.body):
        assign: Any = only(line)
        if not isinstance(assign, cst.Assign) or len(assign.targets) > 1:
            continue
        name, value = dotted(assign.targets[0].target), assign.value
        if name is None or not _is_new(facts, value):
            continue
        for below in body.body[first + 1 :]:
            call: Any = known.get(below)
            if call is None or dotted(call.func.value) != name:
                break
            added = call.args[0].value
            if not _only_reads(facts, added, name):
                break
            one = call.func.attr.value == "append"
            more = cst.List([cst.Element(added)]) if one else _listed(facts, added)
            value = cst.BinaryOperation(value, cst.Add(), more)
            edits.become[line] = [replaced(line, {assign.value: value})]
            edits.become[below] = []


def _is_new(facts: Facts, value: cst.BaseExpression) -> bool:
    """Whether it is a list that no other name has."""
    if isinstance(value, cst.BinaryOperation):
        return isinstance(value.operator, cst.Add) and _are_parameters(facts, value)
    if isinstance(value, cst.Call):
        return facts.kind(value.func) == _LIST
    return isinstance(value, (cst.List, cst.ListComp))


def _only_reads(facts: Facts, added: cst.BaseExpression, name: str) -> bool:
    """Whether it is the same before the list has its name."""
    for node in walk(added):
        if isinstance(node, cst.Call):
            if facts.api(node) != "Module.parameters" and facts.kind(node.func) != _LIST:
                return False
        elif dotted(node) == name or isinstance(node, _RUNS):
            return False
    return True


def _listed(facts: Facts, added: cst.BaseExpression) -> cst.BaseExpression:
    if isinstance(added, cst.Call) and facts.kind(added.func) == _LIST:
        return added
    return cst.Call(cst.Name("list"), [cst.Arg(added)])
