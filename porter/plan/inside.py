"""`lambda loss: loss.backward()`: a step backward inside of an expression has no tape to end."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.rulebook import Refused

_MESSAGE = "backward() inside of an expression"


def refuse_inside(facts: Facts) -> None:
    """Refuse each backward() that is no statement; what gives nothing is hardly anything else."""
    for call in [node for node, api in facts.apis.items() if api.name == "Tensor.backward"]:
        if not isinstance(facts.index.parents.get(call), cst.Expr):
            del facts.apis[call]
            facts.ports.pop(call, None)
            facts.refused[call] = Refused("P201", _MESSAGE, "give it a line of its own")
