"""Attributes that are settings: a constructor took them from its arguments, and nothing changes
them. No gradient of a loss comes through one: torch would go through its graph only once."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.changes import Changes
from porter.facts import ClassInfo, Facts
from porter.plan.escaping import binding_nodes, gradient_through
from porter.plan.scopes import parameters
from porter.tree import dotted


def is_setting(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether `self.x` is one, or `self.args.x`: what its constructor is given."""
    while isinstance(node, cst.Attribute) and dotted(node.value) != "self":
        if facts.once(Changes).changes(node):
            return False
        node = node.value
    if not isinstance(node, cst.Attribute) or facts.once(Changes).changes(node):
        return False
    bound = [*_bound(facts, node)]
    return bool(bound) and all(
        function is not None
        and function.name.value == "__init__"
        and _given(value, parameters(function) - {"self"})
        and not gradient_through(home, value)
        for home, function, value in bound
    )


def _bound(
    facts: Facts, node: cst.Attribute
) -> Iterator[tuple[Facts, cst.FunctionDef | None, cst.BaseExpression]]:
    """What the classes around a node, and their bases, assign to an attribute, and where."""
    for info in facts.family_around(node):
        yield from _of_class(info, facts, f"self.{node.attr.value}")


def _of_class(
    info: ClassInfo, facts: Facts, name: str
) -> Iterator[tuple[Facts, cst.FunctionDef | None, cst.BaseExpression]]:
    home = next((m.home for m in info.methods.values() if m.home is not None), facts)
    for line in (n for n in binding_nodes(info.node) if isinstance(n, (cst.Assign, cst.AnnAssign))):
        places = line.targets if isinstance(line, cst.Assign) else [line]
        if line.value is not None and any(dotted(p.target) == name for p in places):
            yield home, home.index.function(line), line.value


def _given(value: cst.BaseExpression, names: set[str]) -> bool:
    """Whether a value is read off these names, or is a constant."""
    while isinstance(value, (cst.Attribute, cst.Subscript)):
        value = value.value
    if isinstance(value, cst.Name):
        return value.value in names
    return isinstance(value, (cst.BaseNumber, cst.BaseString))
