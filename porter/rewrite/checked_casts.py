"""Casts whose result is written into, and that may be no copy in torch: the port checks it."""

from __future__ import annotations

import libcst as cst

from porter.aliases import Aliases
from porter.casts import CheckedCasts
from porter.facts import Facts
from porter.let_go import let_go

CHECKED = (
    "this cast is taken for a copy: where it has this dtype already, torch would change the tensor"
    " itself, and the port raises"
)


def is_checked(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether somebody could see the change, if the cast were no copy."""
    if node not in facts.once(CheckedCasts).nodes:
        return False
    assert isinstance(node, cst.Call)
    assert isinstance(node.func, cst.Attribute)
    aliases = facts.once(Aliases)
    return not let_go(aliases, aliases.scope(node), node.func.value)
