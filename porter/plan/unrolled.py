"""Statements between backward and step: what they do to lists of gradients is unrolled."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.plan.graphable import Graphable
from porter.plan.late import LateValues
from porter.plan.model import Update


class Unrolled(Graphable):
    """Answers for the statements of a suite with updates: Python's lists and counters that only
    such a statement has are its trace's own."""

    def __init__(self, facts: Facts, late: LateValues) -> None:
        super().__init__(facts, by_mode=True, late=late)
        self._gone: frozenset[cst.CSTNode] = frozenset()
        self._worked: frozenset[cst.CSTNode] = frozenset()
        self._helpers: frozenset[cst.CSTNode] = frozenset()
        self._inside = False

    def of(self, updates: Sequence[Update]) -> None:
        """Learn where gradients are worked on, and which lines the port needs not."""
        self._gone = frozenset(u.transplant.statement for u in updates if u.transplant)
        self._worked = frozenset().union(*(u.worked for u in updates))
        self._helpers = frozenset(call for u in updates for call in u.helpers)

    def statement(self, node: cst.CSTNode) -> str | None:
        if node in self._gone:
            return None
        if node not in self._worked:
            return super().statement(node)
        self._inside = True
        why = super().statement(node)
        self._inside = False
        return why

    def _small(self, node: cst.CSTNode) -> str | None:
        value = node.value if self._inside and isinstance(node, cst.Expr) else None
        if value in self._helpers:
            return self.expression(node)
        if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute):
            if value.func.attr.value == "append" and len(value.args) == 1:
                return self.expression(value.args[0].value)
        return super()._small(node)

    def _valued(self, node: cst.CSTNode) -> str | None:
        return None if self._inside else super()._valued(node)
