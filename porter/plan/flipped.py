"""requires_grad that changes within an update: torch looks at it line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.plan.freezing import Freezing
from porter.plan.model import Problem, Update
from porter.plan.recorded import functions_called
from porter.tree import walk

_WITHIN = (
    "what is trained changes between the network's run and the step: torch records by it as it is"
    " when the network runs, and the port looks at it when it steps"
)
_RECORDED = (
    "what is trained changes while this is recorded: torch records by it as it is when the network"
    " runs, and the port looks at it when it differentiates"
)
_ZEROS = (
    "a parameter that is frozen after a step keeps a gradient of zeros here, with which torch's"
    " optimizer goes on: its momentum and its weight decay still move it"
)


def flipped(facts: Facts, updates: Sequence[Update]) -> Iterator[Problem]:
    """Updates in which it makes a difference when a flag is set."""
    freezing = facts.once(Freezing)
    for update in updates:
        suite = facts.index.parents[update.backward]
        lines = list(getattr(suite, "body", ()))
        if freezing.changes and freezing.live:
            for zero in filter(_fills, update.zeros):
                hint = "leave set_to_none=False out"
                yield Problem(zero, "P102", Severity.ERROR, _ZEROS, hint)
        first, back = (_line(facts, node, lines) for node in (update.first, update.backward))
        last = max((_line(facts, step, lines) for step in update.steps), default=-1)
        for flag in freezing.live:
            at = _line(facts, flag, lines)
            thaws = (value := freezing.flags[flag]) is None or code(value) != "False"
            if back < at < last or (thaws and first < at < back):
                yield Problem(flag, "P201", Severity.ERROR, _WITHIN, "set it before the update")


def flipped_while_recorded(facts: Facts, lines: Sequence[cst.CSTNode]) -> Iterator[Problem]:
    """The flags that are set in lines that are recorded, or in functions that they call."""
    called = functions_called(facts, lines)
    inside = {node for part in (*lines, *(f.body for f in called)) for node in walk(part)}
    for flag in facts.once(Freezing).live:
        if flag in inside:
            yield Problem(flag, "P201", Severity.ERROR, _RECORDED, "set it before the update")


def _line(facts: Facts, node: cst.CSTNode, lines: list[cst.CSTNode]) -> int:
    around = {node, *facts.index.above(node)}
    return next((i for i, line in enumerate(lines) if line in around), -1)


def _fills(zero: cst.CSTNode) -> bool:
    return "set_to_none=False" in code(zero).replace(" ", "")
