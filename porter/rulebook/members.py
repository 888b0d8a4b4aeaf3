"""Members of building blocks: what a pasted class offers, what that gives, and what it does not.

The annotation of a method's or a property's result is a kind: `def sample(self) -> Tensor`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from porter.kinds import UNKNOWN, Kind
from porter.rulebook.bind import bind
from porter.rulebook.load import parameters
from porter.rulebook.model import Argument, Definition, Refused, Rule
from porter.rulebook.words import result


def member(rule: Rule, name: str, args: Sequence[Argument] | None = None) -> Kind:
    """What a member gives; Refused if the class has none such, or none that takes these arguments.

    `args` are those of a call, with the receiver first. What a class inherits is not known.
    """
    assert isinstance(rule.node, ast.ClassDef)
    node = _methods(rule.node).get(name)
    full = f"{rule.title}.{name}"
    if node is not None:
        if args is None:
            is_property = any(isinstance(d, ast.Name) for d in node.decorator_list)
            return result(node.returns, {}) if is_property else UNKNOWN
        definition = Definition(node, parameters(node, rule.path))
        bound = bind(replace(rule, names=(full,), define=lambda: definition), args)
        return result(node.returns, {p: v for p, v in bound.items() if p != "self"})
    if name not in _attributes(rule.node) and not rule.node.bases:
        raise Refused("P101", f"{full} has no rule")
    return UNKNOWN


def called(rule: Rule, args: Sequence[Argument]) -> Kind:
    """What a call of the object gives: of a layer, a loss."""
    assert isinstance(rule.node, ast.ClassDef)
    names = _methods(rule.node).keys() & {"call", "__call__"}
    return member(rule, names.pop(), args) if names else UNKNOWN


def _methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


def _attributes(node: ast.ClassDef) -> set[str]:
    """What the class's own methods set."""
    return {
        n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    }
