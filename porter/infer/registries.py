"""Dicts of classes and functions: `ENCODERS[name](size)` makes one of those that are in sight."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Class, Function, Kind, Union
from porter.tree import dotted

_READS = frozenset({"get", "items", "keys", "values"})


def makes(kind: Kind) -> bool:
    """Whether it is one of several classes and functions of the program."""
    several = kind.kinds if isinstance(kind, Union) else (kind,)
    return all(isinstance(one, (Class, Function)) for one in several)


class Registries:
    """Answers for one file whether a dict has no other entries than those of its display."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._fixed: dict[str, bool] = {}

    def is_fixed(self, container: cst.BaseExpression) -> bool:
        """Whether nobody can put a class into it: all its uses are in this file, and read it."""
        if isinstance(container, cst.Dict):
            return True
        name = (dotted(container) or "").removeprefix("self.")
        if not name or "." in name:
            return False
        if name not in self._fixed:
            self._fixed[name] = self._only_read(name)
        return self._fixed[name]

    def _only_read(self, name: str) -> bool:
        if self.facts.said(name, self.facts.path):
            return False
        parents = self.facts.index.parents
        made = 0
        use: cst.CSTNode
        for node in self.facts.index.names.get(name, ()):
            use, above = node, parents[node]
            if isinstance(above, cst.Attribute) and above.attr is node:
                use, above = above, parents[above]
            if isinstance(above, cst.AssignTarget):
                made += 1
                assign = parents[above]
                if not isinstance(assign, cst.Assign) or not isinstance(assign.value, cst.Dict):
                    return False
            elif not self._reads(use, above):
                return False
        return made == 1

    def _reads(self, use: cst.CSTNode, above: cst.CSTNode) -> bool:
        """`ENCODERS[name]`, `name in ENCODERS`, `ENCODERS.keys()`"""
        if isinstance(above, cst.Attribute):
            return above.value is use and above.attr.value in _READS
        if isinstance(above, cst.Subscript):
            around = self.facts.index.parents[above]
            return not isinstance(around, (cst.AssignTarget, cst.AugAssign, cst.Del))
        return isinstance(above, (cst.ComparisonTarget, cst.CompFor, cst.For))
