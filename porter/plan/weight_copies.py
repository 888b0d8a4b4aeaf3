"""Weight copies: `local.load_state_dict(shared.state_dict())` in a train body.

Keras's `set_weights(get_weights())` copies every weight to NumPy and back; in a graph each is one
assignment. Where a condition or a loop of its own decides about the copy, it stays Keras's.
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.tree import only


def weight_copy(facts: Facts, statement: cst.CSTNode) -> tuple[cst.BaseExpression, ...] | None:
    """The network that gets the weights, and the one that gives them; None for other lines."""
    small = only(statement)
    if not isinstance(small, cst.Expr):
        return None
    port = facts.ports.get(small.value)
    if port is None or port.rule.name != "copy_weights":
        return None
    return tuple(argument.node for argument in port.args)
