"""Whether a subscript picks rows, which are a new tensor, or is a view: `x[rows]` and `x[0]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import subscripts

if TYPE_CHECKING:
    from porter.facts import Facts


def copies_rows(facts: Facts, node: cst.Subscript) -> bool:
    """`x[rows]`, `x[mask]`, and `x[some]` of `some = order[i : i + n]`, whatever the order is."""
    if any(part.picks for part in subscripts.parts(node, facts.kind)):
        return True
    indices = (one.slice for one in node.slice)
    return any(isinstance(i, cst.Index) and is_run(facts, i.value) for i in indices)


def is_run(facts: Facts, index: cst.BaseExpression) -> bool:
    """Whether a name is bound to slices alone: they are several, not one."""
    if not isinstance(index, cst.Name):
        return False
    parents, variables = facts.index.parents, facts.variables
    uses = variables.uses(variables.owner(index), index.value)
    bound = [use for use in uses if not _reads(facts, use)]
    targets = [parents[use] for use in bound if isinstance(parents[use], cst.AssignTarget)]
    lines = [parents[target] for target in targets]
    return bool(bound) and len(lines) == len(bound) and all(map(_gives_slice, lines))


def _reads(facts: Facts, name: cst.CSTNode) -> bool:
    """Whether a name stands where it is read: as an index, or an argument."""
    above = facts.index.parents[name]
    return isinstance(above, (cst.Index, cst.Arg)) or (
        isinstance(above, (cst.Attribute, cst.Subscript)) and above.value is name
    )


def _gives_slice(line: Any) -> bool:
    value = line.value if isinstance(line, cst.Assign) else None
    return (
        isinstance(value, cst.Subscript)
        and len(value.slice) == 1
        and isinstance(value.slice[0].slice, cst.Slice)
    )
