"""Buffers that go on from what they were: `self.var += rate * (x.var(0) - self.var)`.

What they have of a history is that of all their changes. The second backward() would have to go
through the first's graph, which is gone: so a program that trains gives them none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Instance, Module, Named, Number, Text
from porter.tree import walk

if TYPE_CHECKING:
    from porter.facts import Facts

_GO_ON = frozenset("add_ sub_ mul_ div_ lerp_ addcmul_ addcdiv_ clamp_".split())
_PLAIN = (Named, Number, Text, Instance, Module)


class RunningBuffers:
    """Those of one file; `is_buffer` tells of an attribute."""

    def __init__(self, facts: Facts, is_buffer: Callable[[cst.CSTNode], bool]) -> None:
        self._facts, self._is_buffer = facts, is_buffer

    def make(self, parts: Iterable[cst.CSTNode]) -> bool:
        """Whether a value with these parts is made of such buffers, and of nothing else."""
        names = set[str]()
        for part in parts:
            if isinstance(part, cst.Attribute) and self._is_buffer(part):
                names.add(part.attr.value)
            elif not self._has_no_history(part):
                return False
        return bool(names) and all(map(self._goes_on, names))

    def _has_no_history(self, part: cst.CSTNode) -> bool:
        """Whether it adds none to that of its own parts."""
        if isinstance(part, cst.Call):
            return self._facts.api(part).startswith(("torch.", "Tensor.", "Parameter."))
        if isinstance(part, cst.Attribute):
            above = self._facts.index.parents[part]
            called = isinstance(above, cst.Call) and above.func is part
            return called or isinstance(self._facts.kind(part), _PLAIN)
        if isinstance(part, cst.Name):
            named = self._facts.index.parents[part]
            attribute = isinstance(named, cst.Attribute) and named.attr is part
            return attribute or isinstance(self._facts.kind(part), _PLAIN)
        return not isinstance(part, (cst.Subscript, cst.Lambda, cst.Await, cst.NamedExpr))

    def _goes_on(self, name: str) -> bool:
        """Whether each change of the buffer is made of what it was before."""
        facts, parents = self._facts, self._facts.index.parents
        if facts.mentioned(name, facts.path):
            return False  # another file may change it
        for node in facts.index.all(cst.Attribute):
            if node.attr.value != name:
                continue
            above = parents[node]
            if isinstance(above, cst.AssignTarget):
                line = parents[above]
                value = line.value if isinstance(line, cst.Assign) else None
                again = (n for n in walk(value) if isinstance(n, cst.Attribute)) if value else ()
                if all(n.attr.value != name for n in again):
                    return False
            elif isinstance(above, cst.Attribute):
                method = above.attr.value
                if method.endswith("_") and method not in _GO_ON:
                    return False
            elif isinstance(above, (cst.Element, cst.Del, cst.Subscript)):
                return False
            elif isinstance(above, cst.Arg) and above.keyword is not None:
                if above.keyword.value == "out":
                    return False
        return True
