"""Several stores in one line: a line for each, as TensorFlow's tensors take only one at a time.

states[t], values[t] = state, value
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named, may_be_tensor
from porter.plan.effects import effects
from porter.recomputation.edits import Edits
from porter.tree import only, walk

Assigned = tuple[Any, cst.BaseExpression]  # target and value


def split_stores(facts: Facts) -> cst.Module | None:
    """The program with such lines divided; None if it has none."""
    edits = Edits(facts)
    for line in facts.index.all(cst.SimpleStatementLine):
        parts = assigned(line)
        if any(_is_store(facts, target) for target, _ in parts):
            edits.become[line] = _lines(facts, line, parts, edits)
    return edits.module() if edits.any else None


def assigned(line: cst.CSTNode) -> list[Assigned]:
    """What `a[0], b[0] = x, y` puts where; none of any other line."""
    small = line if isinstance(line, cst.Assign) else only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return []
    place, value = small.targets[0].target, small.value
    if not isinstance(place, cst.Tuple):
        return []
    targets = [element.value for element in place.elements]
    if not isinstance(value, cst.Tuple) or len(value.elements) != len(targets):
        return []
    both = (*place.elements, *value.elements)
    if any(isinstance(element, cst.StarredElement) for element in both):
        return []
    return list(zip(targets, (element.value for element in value.elements)))


def _is_store(facts: Facts, target: Any) -> bool:
    return isinstance(target, cst.Subscript) and may_be_tensor(facts.kind(target.value))


def _lines(
    facts: Facts, line: cst.SimpleStatementLine, parts: Sequence[Assigned], edits: Edits
) -> list[cst.SimpleStatementLine]:
    """A line for each store; a value that a store before it could change comes first."""
    first: list[cst.SimpleStatementLine] = []
    stores: list[cst.SimpleStatementLine] = []
    written: frozenset[str] = frozenset()
    for target, value in parts:
        if stores and (_calls(facts, value) or written & effects(value).reads):
            name = edits.fresh("value")
            first.append(_assignment(cst.Name(name), value))
            value = cst.Name(name)
        stores.append(_assignment(target, value))
        written |= effects(stores[-1]).writes
    made = [*first, *stores]
    made[0] = made[0].with_changes(leading_lines=line.leading_lines)
    return [*made[:-1], made[-1].with_changes(trailing_whitespace=line.trailing_whitespace)]


def _calls(facts: Facts, value: cst.BaseExpression) -> bool:
    """Whether it calls what could read or change anything; torch's functions and NumPy's do not."""
    calls = [node for node in walk(value) if isinstance(node, cst.Call)]
    return any(node not in facts.ports and not _is_named(facts, node.func) for node in calls)


def _is_named(facts: Facts, func: cst.BaseExpression) -> bool:
    """A library's function, or a method of a distribution."""
    if isinstance(facts.kind(func), Named):
        return True
    owner = facts.kind(func.value) if isinstance(func, cst.Attribute) else None
    return owner is not None and facts.is_distribution(owner)


def _assignment(target: Any, value: cst.BaseExpression) -> cst.SimpleStatementLine:
    return cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(target)], value)])
