"""Names of conditions that a train body gets as an argument: `if args.norm_adv:`."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.plan.host_data import without
from porter.plan.model import Update, trained_by
from porter.tree import walk_statements


def flag_name(node: cst.If, updates: Sequence[Update]) -> str:
    """`update_actor` for the condition around actor_optimizer's step, `norm_adv` of a setting."""
    inside = set(walk_statements(node))
    for update in updates:
        if update.steps and update.steps[0] in inside:
            name = trained_by(update.optimizers[0])
            return f"update_{name}" if name not in ("", "optimizer", "opt") else "update"
    return node.test.attr.value if isinstance(node.test, cst.Attribute) else "sync"


def names_beside_conditions(body: Sequence[cst.CSTNode]) -> set[str]:
    """All names and attributes of a body, but for those that stand in its conditions alone."""
    tests = {n.test for s in body for n in walk_statements(s) if isinstance(n, cst.If)}
    nodes = (node for statement in body for node in without(statement, tests))
    return {node.value for node in nodes if isinstance(node, cst.Name)}
