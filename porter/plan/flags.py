"""Names of conditions that a train body gets as an argument: `if args.norm_adv:`."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.host_data import without
from porter.plan.model import Body, Update, trained_by
from porter.tree import walk_statements


def flag_name(node: cst.If, updates: Sequence[Update]) -> str:
    """`update_actor` for the condition around actor_optimizer's step, `norm_adv` of a setting."""
    inside = set(walk_statements(node))
    for update in updates:
        if update.steps and update.steps[0] in inside:
            name = trained_by(update.optimizers[0])
            return f"update_{name}" if name not in ("", "optimizer", "opt") else "update"
    return node.test.attr.value if isinstance(node.test, cst.Attribute) else "sync"


def read_where(facts: Facts, body: Body, name: str) -> str:
    """The condition under which a body reads what it gets under this name: a setting need not be
    there where that is not so; "" for always."""
    found: dict[str, None] = {}
    for node in (node for node, given in body.data.items() if given == name):
        around = [node, *facts.index.above(node)]
        tests = [
            code(above.test) if above.body in around else f"not ({code(above.test)})"
            for above in around
            if isinstance(above, cst.If) and above in body.flags and above.test not in around
        ]
        found[" and ".join(f"({t})" if len(tests) > 1 else t for t in reversed(tests))] = None
    return "" if "" in found else " or ".join(found)


def names_beside_conditions(body: Sequence[cst.CSTNode]) -> set[str]:
    """All names and attributes of a body, but for those that stand in its conditions alone."""
    tests = {n.test for s in body for n in walk_statements(s) if isinstance(n, cst.If)}
    nodes = (node for statement in body for node in without(statement, tests))
    return {node.value for node in nodes if isinstance(node, cst.Name)}
