"""A layer or a parameter in the place of another: `net.head = nn.Linear(8, 2)`."""

from __future__ import annotations

import libcst as cst

from porter.facts import ClassInfo, Facts
from porter.kinds import Class, Module, Parameter, Unknown
from porter.reloaded import is_itself
from porter.tree import dotted, walk


def replaces_part(
    facts: Facts, target: cst.CSTNode, value: cst.BaseExpression, cls: ClassInfo | None, method: str
) -> bool:
    """Whether a network has another part under this name, which Keras would keep beside it."""
    if not isinstance(target, cst.Attribute) or not isinstance(facts.kind(target.value), Module):
        return False
    if is_itself(facts, target, value):
        return False
    if not isinstance(facts.kind(value), (Module, Parameter)) and not _shared(facts, target, value):
        return False
    if isinstance(value, cst.Call) and _is_torchs(facts, target.value):
        return isinstance(facts.kind(value), Module)  # its variable gets the new one's value
    if dotted(target.value) != "self" or cls is None:
        return True
    inherited = _inherited(facts, cls, target.attr.value)
    if method in ("__init__", "forward"):  # when it runs, Keras takes up nothing else
        return inherited or method == "forward"
    return inherited or _in_init(cls, dotted(target) or "")


def _shared(facts: Facts, target: cst.Attribute, value: cst.BaseExpression) -> bool:
    """`layer.weight = other.weight` of what is not known: torch takes nothing but a parameter."""
    names = isinstance(value, cst.Attribute) and value.attr.value == target.attr.value
    weights = names and target.attr.value in ("weight", "bias") and _is_torchs(facts, target.value)
    return weights and isinstance(facts.kind(value), Unknown)


def _inherited(facts: Facts, cls: ClassInfo, name: str) -> bool:
    bases = [facts.class_info(base.name) for base in cls.bases if isinstance(base, Class)]
    return any(
        base and (name in base.attributes or _inherited(facts, base, name)) for base in bases
    )


def _in_init(cls: ClassInfo, name: str) -> bool:
    init = cls.methods.get("__init__")
    nodes = walk(init.node.body) if init is not None else ()
    return any(isinstance(n, cst.AssignTarget) and dotted(n.target) == name for n in nodes)


def _is_torchs(facts: Facts, network: cst.BaseExpression) -> bool:
    kind = facts.kind(network)
    return isinstance(kind, Module) and kind.cls.startswith("torch.")
