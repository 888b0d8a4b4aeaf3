"""Deferred host conversion: losses with numbers for logging, `return loss, dict(kl=kl.item())`.

A graph gives tensors. Such a function gives the tensor, and its callers make the number of it, so
that the function can be traced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kinds import Named, Number, Tensor
from porter.plan.scopes import bindings
from porter.tree import dotted, only, statements, walk, walk_statements

T = TypeVar("T", bound=cst.CSTNode)
_DETACHED = frozenset({"Tensor.detach", "Tensor.data", "Tensor.cpu"})


@dataclass(frozen=True, eq=False)
class Deferred:
    """What the callers of a function make of its results: `float({})`, or that by key.

    The key "" stands for all values of a dictionary.
    """

    function: cst.FunctionDef
    values: frozenset[cst.CSTNode]  # the calls that the callers make instead …
    dicts: frozenset[cst.CSTNode]  # … and the dictionaries that they stand in
    results: tuple[str | dict[str, str], ...]
    calls: tuple[cst.CSTNode, ...]


class Deferrals:
    """The same by node: what a trace may take for a tensor."""

    def __init__(self, facts: Facts | None = None) -> None:
        self.values: dict[cst.CSTNode, cst.BaseExpression] = {}
        self.dicts: set[cst.CSTNode] = set()
        self.calls: dict[cst.CSTNode, Deferred] = {}
        for deferred in find_deferred(facts) if facts is not None else ():
            assert facts is not None
            bare = ((node, value_of(facts, node)) for node in deferred.values)
            self.values.update((node, inner) for node, inner in bare if inner is not None)
            self.dicts |= deferred.dicts
            self.calls.update((only(line).value, deferred) for line in deferred.calls)  # type: ignore[union-attr]


NONE = Deferrals()


def find_deferred(facts: Facts) -> list[Deferred]:
    """The functions of a file whose numbers can be made by all of their callers."""
    found = (_deferred(facts, info) for info in facts.functions.values())
    return [deferred for deferred in found if deferred is not None]


def value_of(facts: Facts, node: cst.CSTNode) -> cst.BaseExpression | None:
    """The tensor that a number or an array is made of: x of `x.detach().cpu().numpy()`."""
    inner: cst.BaseExpression | None = None
    if facts.api(node) in ("Tensor.item", "Tensor.numpy") and node in facts.ports:
        inner = facts.ports[node].args[0].node
    elif isinstance(node, cst.Call) and facts.kind(node.func) == Named("builtins.float"):
        if len(node.args) == 1 and isinstance(facts.kind(node.args[0].value), Tensor):
            inner = node.args[0].value
    while inner is not None and facts.api(inner) in _DETACHED:
        inner = inner.func if isinstance(inner, cst.Call) else inner
        inner = inner.value if isinstance(inner, cst.Attribute) else None
    return inner


def positive(facts: Facts, node: T) -> T | cst.BaseExpression:
    """x.item() of `-x.item()`, a float: that of -x is the same."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        if facts.kind(node.expression) == Number("float"):
            return node.expression
    return node


def conversion(facts: Facts, node: cst.CSTNode, text: str) -> str:
    """How a caller makes the number of `text`."""
    if facts.api(node) == "Tensor.numpy":
        return f"{text}.numpy()"
    kind = facts.kind(node)
    if isinstance(kind, Number) and kind.type in ("float", "int", "bool"):
        return f"{kind.type}({text})"
    return f"{text}.numpy().item()"


def _deferred(facts: Facts, info: FunctionInfo) -> Deferred | None:
    body = statements(info.node.body)
    returns = [n for n in walk_statements(info.node.body) if type(n) is cst.Return]
    if len(returns) != 1 or only(body[-1]) is not returns[0] or returns[0].value is None:
        return None
    assigned = dict(_assigned(info.node))
    results: list[str | dict[str, str]] = []
    values: set[cst.CSTNode] = set()
    dicts: set[cst.CSTNode] = set()
    value = returns[0].value
    parts = [e.value for e in value.elements] if isinstance(value, cst.Tuple) else [value]
    used = list(parts)
    for part in parts:
        made = positive(facts, assigned.get(code(part), part))
        items = _items(facts, made)
        if items is not None:
            dicts.add(made)
            used += items.values()
            deferred = {
                k: positive(facts, assigned.get(code(item), item)) for k, item in items.items()
            }
            deferred = {
                key: item for key, item in deferred.items() if value_of(facts, item) is not None
            }
            values |= set(deferred.values())
            how = {key: conversion(facts, item, "{}") for key, item in deferred.items()}
            alike = len(how) == len(items) and len(set(how.values())) == 1
            results.append({"": how.popitem()[1]} if alike else how)
        elif value_of(facts, made) is not None:
            values.add(made)
            results.append(conversion(facts, made, "{}"))
        else:
            results.append("")
    if not values:
        return None
    reads = [n for n in walk(info.node.body) if isinstance(n, cst.Name)]
    for name, made in assigned.items():
        if positive(facts, made) in values or made in dicts:
            uses = sum(n.value == name for n in reads) - 1
            if uses != sum(code(use) == name for use in used):
                return None
    calls = _calls(facts, info, len(parts))
    if not calls:
        return None
    return Deferred(info.node, frozenset(values), frozenset(dicts), tuple(results), tuple(calls))


def _assigned(function: cst.FunctionDef) -> Iterator[tuple[str, cst.BaseExpression]]:
    """The names that one line of a function binds, and nothing else."""
    count = bindings(function.body.body)
    for statement in statements(function.body):
        small = only(statement)
        if isinstance(small, cst.Assign) and len(small.targets) == 1:
            name = small.targets[0].target
            if isinstance(name, cst.Name) and count[name.value] == 1:
                yield name.value, small.value


def _items(facts: Facts, node: cst.BaseExpression) -> dict[str, cst.BaseExpression] | None:
    """What {"kl": a} or dict(kl=a) holds, None for anything else."""
    if isinstance(node, cst.Call) and facts.kind(node.func) == Named("builtins.dict"):
        if all(arg.keyword for arg in node.args):
            return {arg.keyword.value: arg.value for arg in node.args if arg.keyword}
    if isinstance(node, cst.Dict):
        items = [e for e in node.elements if isinstance(e, cst.DictElement)]
        texts = [e.key for e in items if isinstance(e.key, cst.SimpleString)]
        if len(texts) == len(node.elements):
            return {str(t.evaluated_value): e.value for t, e in zip(texts, items)}
    return None


def _calls(facts: Facts, info: FunctionInfo, count: int) -> list[cst.CSTNode]:
    """All lines that call a function, if they are known: `loss, info = f(x)`; else none."""
    parents = facts.index.parents
    inner = any(isinstance(n, cst.FunctionDef) for n in facts.index.above(info.node))
    guarded = any("__main__" in code(n.test) for n in facts.module.body if isinstance(n, cst.If))
    if not (inner or guarded or info.node.name.value.startswith("_")):
        return []  # other files may call it
    found: list[cst.CSTNode] = []
    for call in facts.uses.get(info.name, ()):
        node = call.func if isinstance(call, cst.Call) else call
        if not dotted(node):
            continue
        assign = parents[call]
        if call is node:
            return []
        if not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
            return []
        target = assign.targets[0].target
        names = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else [target]
        if len(names) != count or not all(isinstance(name, cst.Name) for name in names):
            return []
        found.append(parents[assign])
    return found
