"""What reads torch's table of a network's layers asks the network: `net._modules.items()` becomes
`net.named_children()`, `net._modules[name]` becomes `dict(net.named_children())[name]`.

What stores into the table, or counts it, stays and is told: None may stand in it.
"""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.plan.model import Problem
from porter.tree import mapped

TABLES = re.compile(r"\._modules\b")
_METHODS = {"items": "named_children", "values": "children"}


def children_by_method(facts: Facts) -> tuple[cst.Module, tuple[Problem, ...]]:
    """The program that asks its networks for their layers."""
    parents = facts.index.parents
    tables = [
        node
        for node in facts.index.all(cst.Attribute)
        if node.attr.value == "_modules" and node in facts.refused
    ]
    become: dict[cst.CSTNode, str] = {}
    for table in tables:
        above = parents[table]
        call = parents[above] if isinstance(above, cst.Attribute) else None
        if isinstance(call, cst.Call) and isinstance(above, cst.Attribute) and not call.args:
            if call.func is above and above.attr.value in _METHODS:
                become[call] = _METHODS[above.attr.value]
            elif call.func is above and above.attr.value == "keys":
                become[table] = ""
        elif _reads(facts, table, above):
            become[table] = ""
    if not become:
        return facts.module, ()

    def changed(node: Any) -> Any:
        new = mapped(node, changed)
        if node not in become:
            return new
        if become[node]:
            return _asked(new.func.value.value, become[node])
        return cst.Call(cst.Name("dict"), [cst.Arg(_asked(new.value, "named_children"))])

    module = changed(facts.module)
    assert isinstance(module, cst.Module)
    return module, ()


def _reads(facts: Facts, table: cst.CSTNode, above: cst.CSTNode) -> bool:
    """`for name in net._modules`, `net._modules[name]`, `name in net._modules`"""
    if isinstance(above, (cst.For, cst.CompFor)):
        return above.iter is table
    if isinstance(above, cst.Subscript):
        line = facts.index.parents[above]
        stored = isinstance(line, (cst.AssignTarget, cst.Del, cst.AugAssign, cst.Element))
        return above.value is table and not stored
    return isinstance(above, cst.ComparisonTarget) and isinstance(
        above.operator, (cst.In, cst.NotIn)
    )


def _asked(network: cst.BaseExpression, method: str) -> cst.Call:
    return cst.Call(cst.Attribute(network, cst.Name(method)))
