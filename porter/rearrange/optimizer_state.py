"""Loops that make all of torch's state of an optimizer zeros, lest a worker find none.

    def share_parameters(optimizer):
        for group in optimizer.param_groups:
            for p in group["params"]:
                state = optimizer.state[p]
                state["step"] = 0
                state["exp_avg"] = torch.zeros_like(p.data)
                state["exp_avg_sq"] = torch.zeros_like(p.data)
                state["exp_avg"].share_memory_()

State that is gone begins with zeros as well: `optimizer.state.clear()`.
"""

from __future__ import annotations

import re

import libcst as cst

from porter.facts import Facts
from porter.kinds import Optimizer
from porter.plan.optimizer_classes import HEADS, MAKES_STATE, texts_of
from porter.recomputation.edits import Edits, stated
from porter.tree import dotted, walk

_ALL = frozenset({"step", "exp_avg", "exp_avg_sq"})
_THEIRS = frozenset(f"torch.optim.{name}" for name in ("Adam", "AdamW", "RAdam"))


def state_cleared(facts: Facts) -> cst.Module | None:
    """The program with such loops in one line; None if it has none."""
    edits = Edits(facts)
    for loop in facts.index.all(cst.For):
        name = _optimizer(facts, loop)
        if name is not None and _clears(name, loop):
            inside = (n for n in walk(loop.body) if isinstance(n, cst.SimpleStatementLine))
            comments = [one for n in inside for one in n.leading_lines if one.comment]
            above = [*loop.leading_lines, *comments]
            edits.become[loop] = [stated(f"{name}.state.clear()", loop, above)]
    return edits.module() if edits.any else None


def _optimizer(facts: Facts, loop: cst.For) -> str | None:
    """x of `for group in x.param_groups`, where its state has nothing else."""
    groups = loop.iter
    if not isinstance(groups, cst.Attribute) or groups.attr.value != "param_groups":
        return None
    kind = facts.kind(groups.value)
    return dotted(groups.value) if isinstance(kind, Optimizer) and kind.cls in _THEIRS else None


def _clears(name: str, loop: cst.For) -> bool:
    own = f"{name}.param_groups", f"{name}.state[p]"
    texts = [
        text.replace(own[0], "self.param_groups").replace(own[1], "state")
        for text in texts_of(loop)
    ]
    known = all(text in HEADS or MAKES_STATE.fullmatch(text) for text in texts)
    return known and {*re.findall(r"state\['(\w+)'\]=", "\n".join(texts))} == _ALL
