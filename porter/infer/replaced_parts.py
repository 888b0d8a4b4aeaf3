"""What a program replaces of functions and networks, and the port would not notice."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Class, Named, Optimizer, networks
from porter.rulebook import Refused

_OF_OPTIMIZERS = frozenset({"defaults", "param_groups", "state"})
_OF_FUNCTIONS = frozenset({"__code__", "__defaults__", "__kwdefaults__"})
_FORWARD = "the forward() of a network is replaced: the port's networks run what their class has"
_FUNCTION = "a graph would go on with the {0} that the function had when it was traced"


def replaced_part(facts: Facts, target: cst.CSTNode) -> Refused | None:
    """Why what is assigned to can't be replaced."""
    if not isinstance(target, cst.Attribute):
        return None
    owner, name = facts.kind(target.value), target.attr.value
    if isinstance(owner, Optimizer) and name in _OF_OPTIMIZERS:
        if facts.class_info(owner.cls) is None:
            message = f"the {name} of an optimizer is replaced: the port's own would stay"
            return Refused("P102", message, "make a new optimizer")
    if name == "forward" and _has_forward(facts, target):
        return Refused("P102", _FORWARD, "write a subclass, or ask in forward() which one to run")
    if name in _OF_FUNCTIONS:
        return Refused("P102", _FUNCTION.format(name), "pass the values")
    return None


def _has_forward(facts: Facts, target: cst.Attribute) -> bool:
    """Whether this is a network of torch's, or a class of one, but for what networks set of
    themselves: their class may have no other forward()."""
    owner = target.value
    if isinstance(owner, cst.Name) and owner.value == "self" and facts.index.function(target):
        return False
    kind = facts.kind(owner)
    if isinstance(kind, (Class, Named)):
        info = facts.class_info(kind.name)
        return info is not None and "forward" in info.methods
    return bool(networks(kind))
