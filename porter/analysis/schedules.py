"""Schedules of learning rates, whose steps change the rates of an optimizer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Instance

if TYPE_CHECKING:
    from porter.facts import Facts

_SCHEDULES = "torch.optim.lr_scheduler."


def is_schedule(facts: Facts, call: cst.Call) -> bool:
    """`scheduler.step()`"""
    kind = facts.kind(call.func.value) if isinstance(call.func, cst.Attribute) else None
    return isinstance(kind, Instance) and kind.cls.startswith(_SCHEDULES)
