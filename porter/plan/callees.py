"""What a call really runs: the function of `partial(mse, scale=0.5)`, an object's `__call__()`."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.infer.lambdas import Anonymous, Bound
from porter.kinds import (
    Derived,
    Function,
    Instance,
    Kind,
    Named,
    Optimizer,
    Tensor,
    Unknown,
    may_be_tensor,
    networks,
)
from porter.tree import dotted, walk


def really_called(facts: Facts, func: cst.BaseExpression) -> Kind:
    """The kind of the function that is run, or else of what is called."""
    kind = facts.kind(func)
    if isinstance(kind, Derived) and kind.how == "vmap":
        return kind.of
    if isinstance(kind, Bound):
        return kind.of
    if isinstance(kind, Instance):
        info = facts.method(kind, "__call__")
        return Function(info.name) if info is not None and not _keeps(facts, kind) else kind
    return kind


def _keeps(facts: Facts, kind: Instance) -> bool:
    """Whether the object may keep a tensor, which may have a gradient."""
    info = facts.class_info(kind.cls)
    return info is None or any(
        isinstance(one, (Tensor, Unknown)) or may_be_tensor(one)
        for family in facts.family(info)
        for one in family.attributes.values()
    )


def lambda_called(facts: Facts, func: cst.BaseExpression) -> cst.BaseExpression | None:
    """What a lambda of this file gives that is called here."""
    kind = facts.kind(func)
    own = isinstance(kind, Anonymous) and kind.node in facts.index.parents
    return kind.node.body if own and isinstance(kind, Anonymous) else None


def models(facts: Facts, statement: cst.CSTNode) -> set[str]:
    """The names of the networks, optimizers and libraries of a statement, and of what they belong
    to: it may change these, but a gradient comes through what they give."""
    found = set[str]()
    for node in walk(statement):
        if isinstance(node, (cst.Name, cst.Attribute)) and (name := dotted(node)) is not None:
            kind = facts.kind(node)
            if networks(kind) or isinstance(kind, (Named, Optimizer)):
                parts = name.split(".")
                found |= {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return found - {"self"}
