"""Names of the program's own for torch's functions, of which each use is a call.

    ones, cat = torch.ones, torch.cat
    mask = ones(8, 1)

Each call is ported by its arguments, so it names torch's function itself, and the name goes:

    mask = torch.ones(8, 1)
"""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named
from porter.rearrange.stores import Assigned, assigned
from porter.recomputation.edits import Edits, replaced
from porter.tree import dotted, only


def functions_named(facts: Facts) -> cst.Module | None:
    """The program without such names; None if it has none."""
    edits = Edits(facts)
    spelled: dict[cst.CSTNode, cst.CSTNode] = {}
    for line in facts.index.all(cst.SimpleStatementLine):
        parts = assigned(line) or _one(line)
        kept: list[Assigned] = []
        for target, value in parts:
            names = _called(facts, target, value)
            spelled |= {name: value.deep_clone() for name in names}
            kept += [] if names else [(target, value)]
        if len(kept) < len(parts):
            edits.become[line] = [_assigning(line, kept)] if kept else []
    return replaced(edits.module(), spelled) if spelled else None


def _one(line: cst.SimpleStatementLine) -> list[Assigned]:
    """What `relu = F.relu` puts where."""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return []
    return [(small.targets[0].target, small.value)]


def _called(facts: Facts, target: cst.CSTNode, value: cst.BaseExpression) -> list[cst.Name]:
    """The calls by such a name; none where it is anything else, or is read."""
    api, path = facts.api(value), dotted(value)
    if not isinstance(facts.kind(value), Named) or not isinstance(target, cst.Name):
        return []
    if not path or not api.rpartition(".")[2].islower() or _elsewhere(facts, target.value, path):
        return []
    around = (
        n for n in facts.index.above(target) if isinstance(n, (cst.ClassDef, cst.FunctionDef))
    )
    if isinstance(next(around, None), cst.ClassDef):
        return []  # an attribute
    owner = facts.variables.owner(target)
    uses = [use for use in facts.variables.uses(owner, target.value) if use is not target]
    calls = [facts.index.parents[use] for use in uses]
    plain = (
        isinstance(call, cst.Call) and call.func is use and facts.api(call) == api
        for call, use in zip(calls, uses)
    )
    return uses if all(plain) else []


def _elsewhere(facts: Facts, name: str, path: str) -> bool:
    """Whether another file may ask for the name, or torch's own has another meaning here."""
    roots = facts.index.names.get(path.partition(".")[0], ())
    own = any(facts.variables.owner(root) is not facts.module for root in roots)
    listed = any(n.raw_value == name for n in facts.index.all(cst.SimpleString))
    return own or listed or any(other.index.names.get(name) for other in facts.importers())


def _assigning(line: cst.SimpleStatementLine, kept: Sequence[Assigned]) -> cst.SimpleStatementLine:
    """The line with these names alone."""
    small = only(line)
    assert isinstance(small, cst.Assign)
    target, value = small.targets[0].target, small.value
    if len(kept) == 1:
        left, right = kept[0]
    else:
        left, right = (
            whole.with_changes(elements=[cst.Element(pair[i]) for pair in kept])
            for i, whole in enumerate((target, value))
        )
    new = small.with_changes(targets=[small.targets[0].with_changes(target=left)], value=right)
    return line.with_changes(body=[new])
