"""Learning rates: who changes whose, so that no change moves across that optimizer's step."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from porter.analysis.schedules import SCHEDULES, is_schedule
from porter.analysis.things import RATES
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Optimizer, ParamGroup
from porter.plan.effects import Effects
from porter.tree import only, walk


class Rates:
    """The rate of "self.optimizer" counts as a name of its own, "self.optimizer's rate"."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def effects(self, statement: cst.CSTNode, found: Effects) -> Effects:
        """What the statement reads and writes, with the rates."""
        small = only(statement)
        call = small.value if isinstance(small, cst.Expr) else None
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute):
            if self.facts.api(call) == "Optimizer.step":
                return Effects(
                    found.reads | {_rate(code(call.func.value))}, found.writes, found.kills
                )
        written = self._written(statement)
        if not written and RATES in found.writes:
            written = self._all
        return Effects(found.reads, found.writes | written, found.kills) if written else found

    def _written(self, statement: cst.CSTNode) -> frozenset[str]:
        """The rates that a statement changes; all of them where it is not known whose."""
        changed = False
        for node in walk(statement):
            owner = _receiver(node)
            if owner is not None and is_schedule(self.facts.kind(owner)):
                optimizer = self._schedules.get(code(owner))
                return self._all if optimizer is None else frozenset({_rate(optimizer)})
            if isinstance(node, (cst.AssignTarget, cst.AugAssign)):
                target = node.target
                if isinstance(target, cst.Subscript):
                    changed = changed or isinstance(self.facts.kind(target.value), ParamGroup)
        if not changed:
            return frozenset()
        owners = {
            _rate(code(node.value))
            for node in walk(statement)
            if isinstance(node, cst.Attribute) and node.attr.value == "param_groups"
        }
        return frozenset(owners) or self._all

    @cached_property
    def _schedules(self) -> dict[str, str]:
        """The optimizer of each scheduler, as both are called where it is built."""
        found: dict[str, str] = {}
        for node in self.facts.index.all(cst.Assign):
            if self.facts.api(node.value).startswith(SCHEDULES):
                args = self.facts.apis[node.value].args
                for target in node.targets if args else ():
                    if isinstance(self.facts.kind(args[0].node), Optimizer):
                        found[code(target.target)] = code(args[0].node)
        return found

    @cached_property
    def _all(self) -> frozenset[str]:
        """The rates of all optimizers that step in this file."""
        calls = self.facts.index.all(cst.Call)
        steps = (call.func for call in calls if self.facts.api(call) == "Optimizer.step")
        return frozenset(_rate(code(f.value)) for f in steps if isinstance(f, cst.Attribute))


def _rate(optimizer: str) -> str:
    return f"{optimizer}'s rate"


def _receiver(node: cst.CSTNode) -> cst.BaseExpression | None:
    """The scheduler of `scheduler.step()`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.value if node.func.attr.value == "step" else None
    return None
