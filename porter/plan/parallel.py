"""Networks in DistributedDataParallel: their gradients are averaged over the processes."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.model import Update
from porter.plan.owners import Owners

_WRAPPER = "torch.nn.parallel.DistributedDataParallel"


class Parallel:
    """Answers for the updates of one file."""

    def __init__(self, facts: Facts, owners: Owners) -> None:
        self.facts = facts
        self.owners = owners

    @cached_property
    def networks(self) -> frozenset[str]:
        """The names of what is wrapped, and of the wrappers."""
        found: set[str] = set()
        for assign in self.facts.index.all(cst.Assign):
            call = assign.value
            if isinstance(call, cst.Call) and self.facts.api(call) == _WRAPPER:
                found |= {code(target.target) for target in assign.targets}
                found |= {code(arg.value) for arg in call.args[:1]}
        return frozenset(found)

    @cached_property
    def used(self) -> bool:
        """Whether the file has any."""
        return any(self.facts.api(call) == _WRAPPER for call in self.facts.index.all(cst.Call))

    def averages(self, update: Update) -> bool | None:
        """Whether the gradients of an update are averaged; None where that is not known."""
        if not self.used:
            return False
        trained = [self.owners.networks(optimizer) for optimizer in update.optimizers]
        if not all(trained):
            return None
        wrapped = {name in self.networks for names in trained for name in names}
        return wrapped.pop() if len(wrapped) == 1 else None
