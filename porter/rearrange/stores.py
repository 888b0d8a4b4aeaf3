"""Several stores in one line: a line for each, as TensorFlow's tensors take only one at a time, and
so do variables, groups of optimizers, and networks whose layers are replaced.

states[t], values[t] = state, value
inside[mask], logs[mask] = spline(x)
actor.param_groups[0]["lr"], critic.param_groups[0]["lr"] = 1e-3, 1e-4
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Module, Named, Parameter, ParamGroup, may_be_tensor, networks
from porter.plan.effects import effects
from porter.recomputation.edits import Edits
from porter.tree import only, walk

_MEMORY = frozenset({"data", "grad", "_grad"})
Assigned = tuple[Any, cst.BaseExpression]  # target and value


def split_stores(facts: Facts) -> cst.Module | None:
    """The program with such lines divided; None if it has none."""
    edits = Edits(facts)
    for line in facts.index.all(cst.SimpleStatementLine):
        lines = _divided(facts, line, edits)
        if len(lines) > 1:
            edits.become[line] = lines
    return edits.module() if edits.any else None


def _divided(
    facts: Facts, line: cst.SimpleStatementLine, edits: Edits
) -> list[cst.SimpleStatementLine]:
    """The lines of one; itself if it stores nothing, or one thing alone."""
    parts, targets = assigned(line), _unpacked(line)
    if any(_stores(facts, target) for target, _ in parts):
        lines = _lines(facts, line, parts, edits)
    elif targets is not None and _stores(facts, targets):
        lines = _named_first(line, targets, edits)
    else:
        return [line]
    return [inner for one in lines for inner in _divided(facts, one, edits)]


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


def _unpacked(line: cst.SimpleStatementLine) -> cst.Tuple | None:
    """The targets of `a[0], b[0] = f(x)`: what is unpacked into them is no display."""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1 or assigned(line):
        return None
    place = small.targets[0].target
    return place if isinstance(place, cst.Tuple) else None


def _named_first(
    line: cst.SimpleStatementLine, targets: cst.Tuple, edits: Edits
) -> list[cst.SimpleStatementLine]:
    """What is unpacked gets names, and then each target its own line, from left to right."""
    named: list[cst.BaseElement] = []
    stores: list[cst.SimpleStatementLine] = []
    read: set[str] = set()  # by the targets so far: `x[i], i = f()` stores at the old i
    for element in targets.elements:
        target = element.value
        if not isinstance(target, cst.Name) or target.value in read:
            value = cst.Name(edits.fresh("value"))
            stores.append(_assignment(target, value))
            element = element.with_changes(value=value)
        read |= {node.value for node in walk(target) if isinstance(node, cst.Name)}
        named.append(element)
    first = line.with_deep_changes(targets, elements=named)
    first = first.with_changes(trailing_whitespace=cst.TrailingWhitespace())
    last = stores[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return [first, *stores[:-1], last]


def _stores(facts: Facts, target: Any) -> bool:
    """Whether a target, or one inside of it, is a place of a tensor."""
    if isinstance(target, (cst.Tuple, cst.List)):
        return any(_stores(facts, element.value) for element in target.elements)
    if not isinstance(target, (cst.Attribute, cst.Subscript)):
        return False
    owner = facts.kind(target.value)
    if isinstance(target, cst.Attribute) and target.attr.value not in _MEMORY:
        function = facts.index.function(target)
        made = function is not None and function.name.value == "__init__"
        replaces = isinstance(facts.kind(target), (Module, Parameter)) and not made
        return replaces and bool(networks(owner))
    return may_be_tensor(owner) or isinstance(owner, ParamGroup) or bool(networks(owner))


def _lines(
    facts: Facts, line: cst.SimpleStatementLine, parts: Sequence[Assigned], edits: Edits
) -> list[cst.SimpleStatementLine]:
    """A line for each store; a value that a store before it could change comes first."""
    first: list[cst.SimpleStatementLine] = []
    stores: list[cst.SimpleStatementLine] = []
    written: frozenset[str] = frozenset()
    held = any(isinstance(n, cst.Attribute) for target, _ in parts for n in walk(target))
    for target, value in parts:
        changed = _calls(facts, value) or written & effects(value).reads or _reads(value, held)
        if stores and changed:
            name = edits.fresh("value")
            first.append(_assignment(cst.Name(name), value))
            value = cst.Name(name)
        stores.append(_assignment(target, value))
        written |= effects(stores[-1]).writes
    made = [*first, *stores]
    made[0] = made[0].with_changes(leading_lines=line.leading_lines)
    return [*made[:-1], made[-1].with_changes(trailing_whitespace=line.trailing_whitespace)]


def _reads(value: cst.BaseExpression, held: bool) -> bool:
    """Whether it reads what objects hold, where a store before it goes into an object."""
    return held and any(isinstance(n, (cst.Attribute, cst.Subscript)) for n in walk(value))


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
