"""Optimizers that nobody knows: `for o in self.all: o.zero_grad()`, and `o.step()` beside it.

Another function or file may compute the gradients, which parameters hold then. The building blocks
are right for all that it can be: an optimizer, a network, a schedule, an object of the program's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from porter.facts import Facts
from porter.kinds import Unknown
from porter.plan.model import Plan


def with_unknown_clears(facts: Facts, plan: Plan) -> Plan:
    """The plan with such calls, as calls of building blocks."""
    known = {*plan.general.calls}
    clears = [call for call in _calls(facts, "zero_grad") if call not in known]
    if not clears:
        return plan
    around = {_around(facts, call) for call in clears}
    steps = (c for c in _calls(facts, "step") if not c.args and _around(facts, c) in around)
    found = (*clears, *(call for call in steps if call not in known))
    return replace(plan, general=replace(plan.general, calls=(*plan.general.calls, *found)))


def _calls(facts: Facts, method: str) -> Iterator[cst.Call]:
    """The calls of a method of unknown objects."""
    for name, calls in facts.index.called.items():
        if name.rpartition(".")[2] == method:
            for call in calls:
                of = call.func.value if isinstance(call.func, cst.Attribute) else None
                if of is not None and not facts.api(call) and isinstance(facts.kind(of), Unknown):
                    yield call


def _around(facts: Facts, call: cst.Call) -> cst.CSTNode | None:
    """The class that a call stands in, else its function."""
    info = facts.class_around(call)
    return info.node if info is not None else facts.index.function(call)
