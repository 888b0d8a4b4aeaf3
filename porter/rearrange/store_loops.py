"""A loop over a written list of tensors that stores into each: a line for each store.

    for pool, value in zip([self.states, self.actions], [state, action]):
        pool[index] = value

is the same program as `self.states[index] = state` and so on, in which the tensors have one name.
"""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named, Tensor
from porter.recomputation.edits import Edits, copied
from porter.tree import dotted, only, walk

_PLAIN = (cst.Name, cst.Attribute, cst.Integer, cst.Subscript, cst.SubscriptElement, cst.Index,
          cst.BinaryOperation, cst.BaseBinaryOp)  # fmt: skip


def stores_in_turn(facts: Facts) -> cst.Module | None:
    """The program without such loops; None if it has none."""
    edits = Edits(facts)
    for loop in facts.index.all(cst.For):
        names, rows = _names(loop.target), _rows(facts, loop.iter)
        if not rows or any(len(row) != len(names) for row in rows) or "" in names:
            continue
        if isinstance(loop.body, cst.IndentedBlock) and _only_stores(facts, loop, names, rows):
            lines = [copied(line, dict(zip(names, row))) for row in rows for line in loop.body.body]
            lines[0] = lines[0].with_changes(leading_lines=loop.leading_lines)
            edits.become[loop] = lines
    return edits.module() if edits.any else None


def _names(target: cst.BaseExpression) -> list[str]:
    parts = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else [target]
    return [part.value if isinstance(part, cst.Name) else "" for part in parts]


def _rows(facts: Facts, items: cst.BaseExpression) -> list[list[str]]:
    """The names that the loop goes over, row by row; none where something else is among them."""
    columns = [items]
    if isinstance(items, cst.Call) and facts.kind(items.func) == Named("builtins.zip"):
        columns = [arg.value for arg in items.args if not arg.keyword and not arg.star]
    found: list[list[str]] = []
    for column in columns:
        if not isinstance(column, (cst.List, cst.Tuple)):
            return []
        names = [dotted(element.value) or "" for element in column.elements]
        if "" in names or any(isinstance(e, cst.StarredElement) for e in column.elements):
            return []
        found.append(names)
    return [list(row) for row in zip(*found)] if len({*map(len, found)}) == 1 else []


def _only_stores(
    facts: Facts, loop: cst.For, names: Sequence[str], rows: Sequence[Sequence[str]]
) -> bool:
    """Whether the loop stores into tensors that it goes over, and does nothing else."""
    assert isinstance(loop.body, cst.IndentedBlock)
    if loop.orelse is not None:
        return False
    stored = set[str]()
    for line in loop.body.body:
        small = only(line)
        if not isinstance(small, cst.Assign) or len(small.targets) > 1:
            return False
        target = small.targets[0].target
        if not isinstance(target, cst.Subscript) or dotted(target.value) not in names:
            return False
        if not all(isinstance(n, _PLAIN) for n in (*walk(target), *walk(small.value))):
            return False
        stored.add(dotted(target.value) or "")
    nodes = [n for n in walk(loop.iter) if isinstance(n, (cst.Name, cst.Attribute))]
    tensors = {dotted(n) for n in nodes if isinstance(facts.kind(n), Tensor)}
    into = {row[names.index(name)] for row in rows for name in stored}
    scope, inside = facts.index.function(loop) or facts.module, {*walk(loop)}
    named = [n for n in walk(scope) if isinstance(n, cst.Name) and n.value in names]
    return bool(into) and into <= tensors and all(n in inside for n in named)
