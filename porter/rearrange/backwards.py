"""`return loss.backward()` and `_ = loss.backward()`: the step backward is a line of its own.

It gives None, so that `loss.backward()` and `return` are the same program.
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.recomputation.edits import Edits
from porter.tree import only


def split_backwards(facts: Facts) -> cst.Module | None:
    """The program with such lines in two; None where there are none."""
    edits = Edits(facts)
    for call, api in facts.apis.items():
        small = facts.index.parents.get(call) if api.name == "Tensor.backward" else None
        line = facts.index.parents.get(small) if small is not None else None
        if isinstance(line, cst.SimpleStatementLine) and only(line) is small:
            rest = _rest(small)
            if rest is not None and isinstance(call, cst.Call):
                edits.become[line] = [line.with_changes(body=[cst.Expr(call)]), *rest]
    return edits.module() if edits.any else None


def _rest(small: cst.CSTNode | None) -> list[cst.BaseStatement] | None:
    """What the line does besides; None for a line that does nothing else, or something unusual."""
    if isinstance(small, cst.Return):
        return [cst.SimpleStatementLine([cst.Return()])]
    if not isinstance(small, cst.Assign):
        return None
    targets = [target.target for target in small.targets]
    if all(isinstance(target, cst.Name) and target.value == "_" for target in targets):
        return []
    return [cst.SimpleStatementLine([small.with_changes(value=cst.Name("None"))])]
