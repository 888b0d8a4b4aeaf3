"""Names that are bound to what they name already: `x = x.view(-1)`, and `n, x = f(x)` of a function
that gives back the argument that it got."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter import callers
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import FunctionInfo
    from porter.keeping import Keeping, Part

_DEPTH = 3  # of functions that give it back


def binds(keeping: Keeping, use: cst.CSTNode, name: str) -> bool:
    """Whether the name gets the tensor here that it has."""
    value = keeping.bound_value(use)
    if not isinstance(value, cst.CSTNode):
        return False
    if keeping.of_itself(value, name):
        return True
    part, above = keeping.part(use), keeping.facts.index.parents[use]
    if not isinstance(value, cst.Call) or not (part or isinstance(above, cst.AssignTarget)):
        return False
    infos = keeping.called(value) if keeping.depth < _DEPTH else []
    return bool(infos) and all(_gives(keeping, info, value, name, part) for info in infos)


def receives(keeping: Keeping, call: cst.Call, name: str) -> bool:
    """Whether a name that a call gets is bound to it again by the line of the call, and nothing
    else is."""
    assign = keeping.facts.index.parents[call]
    if not name or not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return False
    target = assign.targets[0].target
    names = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else [target]
    return any(dotted(one) == name and binds(keeping, one, name) for one in names)


def _gives(
    keeping: Keeping, info: FunctionInfo, call: cst.Call, name: str, part: Part | None
) -> bool:
    """Whether this part of what a function returns is always the argument of this name, and that is
    nowhere else in it."""
    given = [arg for arg in call.args if dotted(arg.value) == name]
    if len(given) != 1 or any(arg.star for arg in call.args):
        return False
    parameter = callers.parameter_of(info, call, given[0])
    with keeping.inside(info, returned=True) as home:
        back = set[cst.CSTNode]()
        for node in walk(info.node.body):
            if isinstance(node, cst.Return):
                value = _part(node.value, part)
                if not isinstance(value, cst.Name) or value.value != parameter:
                    return False
                back.add(value)
        uses = [n for n in walk(info.node.body) if isinstance(n, cst.Name) and n.value == parameter]
        declared = parameter in home.facts.once(Changes).declared
        return (
            bool(back)
            and not declared
            and all(
                binds(home, use, parameter)
                if home.bound_value(use) is not NO_BINDING
                else use in back or not home.kept(use)
                for use in uses
            )
        )


def _part(value: cst.BaseExpression | None, part: Part | None) -> cst.BaseExpression | None:
    """The part of what is returned; None where that is no such tuple."""
    if part is None:
        return value
    place, count = part
    if not isinstance(value, cst.Tuple) or len(value.elements) != count:
        return None
    starred = any(isinstance(e, cst.StarredElement) for e in value.elements)
    return None if starred else value.elements[place].value
