"""Buffers that the program only adds to: `self.steps += 1`, `self.decay *= 0.9`.

torch changes the tensor that is there, and the port the variable that is there: a trace sees it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.assigned_buffers import AssignedBuffers, is_buffer
from porter.changes import Changes
from porter.kinds import Parameter

if TYPE_CHECKING:
    from porter.facts import Facts


class CountedBuffers:
    """The names of such buffers of a file's networks: no line of the program binds one anew."""

    def __init__(self, facts: Facts) -> None:
        counted = [
            target
            for node in facts.index.all(cst.AugAssign)
            if isinstance(target := node.target, cst.Attribute)
            and isinstance(facts.kind(target), Parameter)
            and is_buffer(facts, target)
        ]
        self.names: set[str] = set()
        if not counted or (changes := facts.once(Changes)).made_twice:
            return  # another variable would take the buffer's place
        assigned = facts.once(AssignedBuffers).names
        for name in {target.attr.value for target in counted} - assigned:
            times = sum(target.attr.value == name for target in counted)
            if times == changes.times(name) and name not in changes.elsewhere:
                self.names.add(name)
