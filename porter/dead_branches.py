"""Lines that no call in sight comes to: `if old is None: return new` where all give tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Array, Tensor
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import Facts


def never_returns(facts: Facts, line: cst.Return) -> bool:
    """Whether a line stands in the branch for a parameter that is None, which no call leaves out
    or gives as None."""
    for above in facts.index.above(line):
        if isinstance(above, cst.FunctionDef):
            return False
        if isinstance(above, cst.If) and _is_given(facts, above) and line in walk(above.body):
            return True
    return False


def _is_given(facts: Facts, branch: cst.If) -> bool:
    test = branch.test
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return False
    compared = test.comparisons[0]
    none = isinstance(compared.operator, cst.Is) and dotted(compared.comparator) == "None"
    info = facts.defined_at(facts.index.function(branch))
    name = dotted(test.left)
    return (
        none
        and info is not None
        and name in info.given
        and isinstance(info.arguments.get(name or ""), (Array, Tensor))
        and isinstance(facts.kind(test.left), (Array, Tensor))
    )
