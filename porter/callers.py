"""Parameters that a function changes in place: whether a caller could see that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Class, Function, Named, Number, Unknown
from porter.tree import dotted

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts, FunctionInfo

_DEPTH = 3  # functions that hand a tensor on

# `Aliases.dead_after`: nobody reads the tensor of an expression of a file again, at this depth
DeadAfter = Callable[["Facts", cst.CSTNode, int], bool]


def unseen(
    facts: Facts, function: cst.CSTNode, parameter: str, depth: int, dead_after: DeadAfter
) -> bool:
    """Whether every call gives the parameter a tensor that nobody reads again (`mu = f(mu)`), or a
    number: `s -= x` makes a new value of that."""
    info = facts.defined_at(function) if depth < _DEPTH else None
    places = calls(facts, function)
    if info is None or not places:
        return False
    return all(
        bool(found := arguments(call, info, parameter))
        and (
            isinstance(home.kind(found[0]), Number)
            # The call's own line is the last that reads what it gives
            or dead_after(home, found[0], depth + 1)
        )
        for home, call in places
    )


def calls(facts: Facts, function: cst.CSTNode) -> list[tuple[Facts, cst.Call]] | None:
    """All calls of a function, each with its file; None if there may be others."""
    info = facts.defined_at(function)
    if info is None or _called_unseen(facts, info):
        return None
    homes = (facts, *facts.importers())
    named = homes if info.home in (None, facts) else (info.home, *homes)
    others = {n for home in named for n in _other_names(home, info)}
    places = [(home, use) for home in homes for use in _uses(home, info, others)]
    found = [(home, use) for home, use in places if isinstance(use, cst.Call)]
    return found if len(found) == len(places) else None


def given(
    facts: Facts, function: cst.CSTNode, parameter: str
) -> Iterator[tuple[Facts, cst.CSTNode]]:
    """What the calls in sight give for a parameter, each with the file that it stands in."""
    for home in (facts, *facts.importers()):
        for call, info in home.calls_of.get(function, ()):
            for node in arguments(call, info, parameter):
                yield home, node


def arguments(call: cst.Call, info: FunctionInfo, parameter: str) -> list[cst.BaseExpression]:
    """What a call without stars gives for a parameter: one expression, or none."""
    names = info.positional
    if any(arg.star for arg in call.args) or parameter not in names:
        return []
    place = names.index(parameter)
    found = [a.value for a in call.args if a.keyword and a.keyword.value == parameter]
    return found + [a.value for a in call.args[place : place + 1] if not a.keyword]


def parameter_of(info: FunctionInfo, call: cst.Call, arg: cst.Arg) -> str:
    """The parameter that an argument is given for, "" if that is not known."""
    names = [param.name.value for param in info.node.params.params]
    place = list(call.args).index(arg) + (info.cls is not None)
    name = arg.keyword.value if arg.keyword else names[place] if place < len(names) else ""
    return name if name in names else ""


def _called_unseen(facts: Facts, info: FunctionInfo) -> bool:
    """Whether others than the calls in sight may call it: a decorator, a library that the class
    inherits from, `net(x)` for forward()."""
    name = info.node.name.value
    if info.node.decorators or name == "forward" or name.startswith("__"):
        return True
    own = info.cls is None or _plain(facts, info.cls)
    return not own or (info.cls is not None and facts.shared(name, facts.path))


def _plain(facts: Facts, cls: ClassInfo) -> bool:
    """Whether a class inherits from the program's own and from networks alone."""
    for base in cls.bases:
        info = facts.class_info(base.name) if isinstance(base, Class) else None
        if base != Named("torch.nn.Module") and (info is None or not _plain(facts, info)):
            return False
    return True


def _uses(facts: Facts, info: FunctionInfo, others: Set[str]) -> Iterator[cst.CSTNode]:
    """The calls of a function, and what may be one: names of it that pass it on, methods of
    unknown objects that are called the same, attributes that hold it."""
    name = info.node.name.value
    index, named = facts.index, sorted({name, *others})
    nodes: list[cst.Name | cst.Attribute] = []
    for other in named:
        nodes += index.names.get(other, ())
        nodes += index.attributes.get(other, ())
    for node in nodes:
        last = node.attr.value if isinstance(node, cst.Attribute) else node.value
        above = facts.index.parents[node]
        part = isinstance(above, (cst.Attribute, cst.FunctionDef, cst.ImportAlias, cst.Param))
        if last in others:
            may_be = isinstance(node, cst.Attribute) and not isinstance(above, cst.AssignTarget)
        elif last != name or (isinstance(node, cst.Name) and part):
            continue
        else:
            kind = facts.kind(node)
            found = facts.function(kind) if isinstance(kind, Function) else None
            may_be = isinstance(kind, Unknown) or (found is not None and found.node is info.node)
            may_be = may_be and not _attribute_of(facts, node)
        if may_be:
            yield above if isinstance(above, cst.Call) and above.func is node else node


def _other_names(home: Facts, info: FunctionInfo) -> set[str]:
    """`learn` of `self.learn = self.learn_double`: attributes that it gets in a file."""
    name = info.node.name.value
    uses = (*home.index.attributes.get(name, ()), *home.index.names.get(name, ()))
    return {found for use in uses if (found := _attribute_of(home, use)) and found != name}


def _attribute_of(facts: Facts, node: cst.CSTNode) -> str:
    """x of `self.x = node`."""
    line = facts.index.parents[node]
    if not isinstance(line, cst.Assign) or len(line.targets) != 1:
        return ""
    target = line.targets[0].target
    own = isinstance(target, cst.Attribute) and dotted(target) == f"self.{target.attr.value}"
    return target.attr.value if isinstance(target, cst.Attribute) and own else ""
