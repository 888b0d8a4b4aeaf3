"""What a gradient is asked for: variables, which a tape records anyway, and tensors, which it has
to watch."""

from __future__ import annotations

from enum import Enum

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Kind, Parameter, Parameters, Tensor, Tuple, Union, Unknown
from porter.kinds import Sequence as ListKind
from porter.tree import dotted


class Watch(Enum):
    """Whether a tape has to be told of it."""

    NO = "a variable, or several"
    YES = "a tensor"
    SOME = "a list of either"


def inputs_of(facts: Facts, node: cst.BaseExpression) -> dict[str, Watch] | None:
    """The names of the inputs of a gradient; None if they are not known to be tensors."""
    if isinstance(node, (cst.List, cst.Tuple)):
        found: dict[str, Watch] = {}
        for element in node.elements:
            inner = inputs_of(facts, element.value)
            if dotted(element.value) and isinstance(facts.kind(element.value), Unknown):
                inner = {code(element.value): Watch.YES}  # torch takes nothing but tensors here
            if inner is None:
                return None
            found |= inner
        return found
    kind = facts.kind(node)
    if isinstance(kind, Parameters):
        return {code(node): Watch.SOME} if _rebound(facts, node) else {}
    if not _are_tensors(kind) or not (dotted(node) or isinstance(node, cst.Call)):
        return None
    one = isinstance(kind, Tensor)
    if not _are_variables(kind):
        return {code(node): Watch.YES if one else Watch.SOME}
    if not _rebound(facts, node):
        return {code(node): Watch.NO}
    return None if one else {code(node): Watch.SOME}


def _are_tensors(kind: Kind) -> bool:
    if isinstance(kind, Union):
        return all(isinstance(k, Parameters) or _are_tensors(k) for k in kind.kinds)
    if isinstance(kind, Tuple):
        return bool(kind.items) and all(isinstance(item, Tensor) for item in kind.items)
    return isinstance(kind.item if isinstance(kind, ListKind) else kind, Tensor)


def _are_variables(kind: Kind) -> bool:
    if isinstance(kind, Parameters):
        return True
    if isinstance(kind, Union):
        return all(map(_are_variables, kind.kinds))
    if isinstance(kind, Tuple):
        return all(isinstance(item, Parameter) for item in kind.items)
    return isinstance(kind.item if isinstance(kind, ListKind) else kind, Parameter)


def _rebound(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether the name is also that of what was computed: `fast = [w - g for w, g in …]`."""
    name = dotted(node)
    return any(
        not _are_variables(facts.kind(assign.value))
        for assign in facts.index.all(cst.Assign)
        for target in assign.targets
        if name is not None and dotted(target.target) == name
    )
