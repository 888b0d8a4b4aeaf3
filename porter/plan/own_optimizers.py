"""Updates that an optimizer of the program's own may step on: it reads what parameters hold."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.infer.own_optimizers import is_own
from porter.kinds import Instance, Optimizer

_NOBODY = "attribute_of_nobody"


class OwnOptimizers:
    """What a file knows of them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        used = {kind.cls for kind in facts.kinds.values() if isinstance(kind, Instance)}
        classes = {**facts.other_classes, **facts.classes}
        own = {name for name, info in classes.items() if is_own(info, facts.class_info)}
        # The classes whose objects the file has
        self.used = sorted(name.rpartition(":")[2] for name in used & own)
        elsewhere = facts.touched(_NOBODY, "Optimizer", facts.path)
        self.any = bool(own) or elsewhere  # in the project

    def why(self) -> str:
        """Why an update without a step that is known has the general form, "" if it may not."""
        return f"{self.used[0]} is an optimizer of the program's own" if self.used else ""

    def may_be(self, optimizer: cst.BaseExpression) -> str:
        """Why nobody knows that it is torch's, "" if one does."""
        kind = self.facts.kind(optimizer)
        unsure = isinstance(kind, Optimizer) and not kind.cls and self.any
        return f"{code(optimizer)} may be an optimizer of the program's own" if unsure else ""
