"""Schedules of learning rates, whose steps change the rates of an optimizer."""

from __future__ import annotations

from porter.kinds import Instance, Kind

SCHEDULES = "torch.optim.lr_scheduler."


def is_schedule(kind: Kind) -> bool:
    """Whether an object is one of torch's."""
    return isinstance(kind, Instance) and kind.cls.startswith(SCHEDULES)
