"""Members of building blocks: what a pasted class offers, and what it does not."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from porter.rulebook.bind import bind
from porter.rulebook.load import parameters
from porter.rulebook.model import Argument, Refused, Rule


def check_member(rule: Rule, name: str, args: Sequence[Argument] | None = None) -> None:
    """Refused if the class has no such member, or none that takes these arguments.

    `args` are those of a call, with the receiver first. What a class inherits is not known.
    """
    assert isinstance(rule.node, ast.ClassDef)
    methods = {item.name: item for item in rule.node.body if isinstance(item, ast.FunctionDef)}
    full = f"{rule.title}.{name}"
    if name in methods:
        if args is not None:
            node = methods[name]
            bind(replace(rule, names=(full,), node=node, params=parameters(node, rule.path)), args)
    elif name not in _attributes(rule.node) and not rule.node.bases:
        raise Refused("P101", f"{full} has no rule")


def _attributes(node: ast.ClassDef) -> set[str]:
    """What the class's own methods set."""
    return {
        n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    }
