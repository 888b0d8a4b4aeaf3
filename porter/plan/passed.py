"""What calls pass for the parameters of a function."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import libcst as cst

from porter.changes import Changes
from porter.facts import Facts, FunctionInfo
from porter.tree import walk


def passed(facts: Facts, owner: cst.CSTNode, parameter: str) -> Iterator[cst.BaseExpression]:
    """The arguments; none where the owner of the name is no function that has the parameter."""
    if isinstance(owner, cst.FunctionDef):
        yield from _arguments(facts.calls_of.get(owner, ()), parameter)


def passed_by_others(
    facts: Facts, owner: cst.CSTNode, parameter: str
) -> Iterator[tuple[Facts, cst.BaseExpression]]:
    """The same of the files that import this one, each with what is known of its file."""
    own = facts.defined_at(owner)
    if not isinstance(owner, cst.FunctionDef) or own is None:
        return
    for other in facts.importers():
        for calls in other.calls_of.values():
            if _same(calls[0][1], own, facts):
                yield from ((other, argument) for argument in _arguments(calls, parameter))


def _same(info: FunctionInfo, own: FunctionInfo, facts: Facts) -> bool:
    """Whether what another file calls is this function."""
    if info.home is None or info.node.name.value != own.node.name.value:
        return False
    classes = [one.cls.node.name.value if one.cls is not None else "" for one in (info, own)]
    here = os.path.realpath(info.home.path) == os.path.realpath(facts.path)
    return here and classes[0] == classes[1]


def _arguments(
    calls: Iterable[tuple[cst.Call, FunctionInfo]], parameter: str
) -> Iterator[cst.BaseExpression]:
    for call, info in calls:
        names = info.positional
        for i, arg in enumerate(call.args):
            keyword = arg.keyword.value if arg.keyword is not None else ""
            if keyword == parameter or (not keyword and names[i : i + 1] == [parameter]):
                yield arg.value


def changes(facts: Facts, argument: cst.BaseExpression) -> bool:
    """Whether a number that is passed may be another one at each call."""
    return any(
        isinstance(node, cst.Call)
        or (isinstance(node, cst.Attribute) and node.attr.value in facts.once(Changes).attributes)
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
