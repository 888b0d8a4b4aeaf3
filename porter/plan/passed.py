"""What the calls in a file pass for a parameter of its functions."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.kinds import Function
from porter.tree import walk


def passed(facts: Facts, owner: cst.CSTNode, parameter: str) -> Iterator[cst.BaseExpression]:
    """The arguments; none where the owner of the name is no function that has the parameter."""
    if not isinstance(owner, cst.FunctionDef):
        return
    names = [param.name.value for param in owner.params.params]
    if parameter not in names:
        return
    for call in facts.index.all(cst.Call):
        callee = facts.kind(call.func)
        info = facts.functions.get(callee.name) if isinstance(callee, Function) else None
        if info is None or info.node is not owner:
            continue
        place = names.index(parameter) - (info.cls is not None)
        for i, arg in enumerate(call.args):
            keyword = arg.keyword.value if arg.keyword is not None else ""
            if keyword == parameter or (not keyword and i == place):
                yield arg.value


def changes(facts: Facts, argument: cst.BaseExpression) -> bool:
    """Whether a number that is passed may be another one at each call."""
    return any(
        isinstance(node, cst.Call)
        or (isinstance(node, cst.Attribute) and node.attr.value in facts.changes.attributes)
        or (isinstance(node, cst.Name) and _changes(facts, node))
        for node in walk(argument)
    )


def _changes(facts: Facts, name: cst.Name) -> bool:
    """Whether a name is bound again, in a loop, or to what changes by the calls of its function."""
    owner = facts.variables.owner(name)
    bound = [
        node
        for node in facts.index.all(cst.Assign, cst.AnnAssign, cst.AugAssign, cst.For)
        for target in (node.targets if isinstance(node, cst.Assign) else [node])
        for place in walk(target.target)
        if isinstance(place, cst.Name)
        and place.value == name.value
        and facts.variables.owner(place) is owner
    ]
    if not bound:
        return any(changes(facts, argument) for argument in passed(facts, owner, name.value))
    return len(bound) > 1 or _repeated(facts, bound[0])


def _repeated(facts: Facts, node: cst.CSTNode) -> bool:
    for above in (node, *facts.index.above(node)):
        if isinstance(above, cst.FunctionDef):
            return False
        if isinstance(above, (cst.For, cst.While)):
            return True
    return False
