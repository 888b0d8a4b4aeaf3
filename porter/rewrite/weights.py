"""The memory of weights in a loss: `p.data` is the variable, and no gradient is asked of it."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.infer.in_place import changes
from porter.kinds import Memory

_READS = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.ComparisonTarget)


def is_read(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a tape would see the variable here."""
    if not isinstance(facts.kinds.get(node), Memory) or _changes_weights(facts, node):
        return False
    above: Any = facts.index.parents.get(node)
    outer: Any = facts.index.parents.get(above)
    if isinstance(above, cst.Subscript):
        stored = isinstance(outer, cst.AssignTarget) or getattr(outer, "target", None) is above
        return above.value is node and not stored
    if isinstance(above, cst.Attribute) and isinstance(outer, cst.Call) and outer.func is above:
        name = facts.api(outer)
        passes = name.rpartition(".")[2] in ("detach", "cpu", "cuda", "to")
        return bool(name) and not changes(name) and not passes
    return isinstance(above, _READS) or (isinstance(above, cst.Arg) and bool(facts.api(outer)))


def _changes_weights(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it stands in a line like `p.data.copy_(q.data)`, which no gradient goes through."""
    line = next((n for n in facts.index.above(node) if isinstance(n, (cst.Expr, cst.Assign))), None)
    if isinstance(line, cst.Expr):
        return changes(facts.api(line.value))
    target = line.targets[0].target if line is not None else None
    return isinstance(target, cst.Attribute) and facts.api(target) == "Parameter.data"
