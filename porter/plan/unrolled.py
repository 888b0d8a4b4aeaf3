"""What only the train body itself may do, not the functions that it calls.

Statements between backward and step are unrolled where they work on lists of gradients. Data that a
statement makes of Python's are made by the host, and come in as an argument.
"""

from __future__ import annotations

import collections.abc

import libcst as cst

from porter.facts import Facts
from porter.kinds import Sequence, Unknown
from porter.plan.constants import SOMETIMES
from porter.plan.deferred import Deferrals
from porter.plan.host_data import HostData
from porter.plan.model import Update
from porter.plan.open_axes import OpenAxes
from porter.plan.traceable import Traceable
from porter.tree import dotted


class Unrolled(Traceable):
    """Answers for the statements of a suite with updates: Python's lists and counters that only
    such a statement has are its trace's own."""

    keeps = True

    def __init__(self, facts: Facts, deferred: Deferrals, by_mode: bool = True) -> None:
        super().__init__(facts, by_mode, deferred)
        self._gone: frozenset[cst.CSTNode] = frozenset()
        self._worked: frozenset[cst.CSTNode] = frozenset()
        self._helpers: frozenset[cst.CSTNode] = frozenset()
        self._inside = False
        self.host_data = HostData(facts)
        self.data: dict[cst.CSTNode, str] = {}  # what the host makes: why no trace can
        self.bound: frozenset[str] = frozenset()  # by what is traced
        self._hands_over = False  # data may come in from outside here

    def of(self, updates: collections.abc.Sequence[Update]) -> None:
        """Learn where gradients are worked on, and which lines the port needs not."""
        self._gone = frozenset(u.transplant.statement for u in updates if u.transplant)
        self._gone |= {statement for u in updates for statement in u.cleared}
        self._worked = frozenset().union(*(u.worked for u in updates))
        self._helpers = frozenset(call for u in updates for call in u.helpers)

    def statement(self, node: cst.CSTNode) -> str | None:
        if node in self._gone:
            return None
        if why := self.facts.once(OpenAxes).why(node):
            return why
        if node not in self._worked:
            return super().statement(node)
        self._inside = True
        why = super().statement(node)
        self._inside = False
        return why

    def handed(self, node: cst.CSTNode) -> str | None:
        """The same as statement(), where the host may make the data."""
        self._hands_over = isinstance(node, cst.SimpleStatementLine | cst.With)
        why = self.statement(node)
        self._hands_over = False
        return why

    def expression(self, node: cst.CSTNode) -> str | None:
        if not self._hands_over or self._called:
            return super().expression(node)
        self._hands_over = not isinstance(node, SOMETIMES)
        why = super().expression(node)
        self._hands_over = True
        if (why is None or type(node) is cst.Call) and self.host_data.changing(node):
            self.data[node] = why or "it changes"
            return None
        whole = isinstance(self.facts.index.parents.get(node), cst.Assign)
        if why is None and self.joins_list(node):
            why = "a list would be traced for each length"
        if why is None and self.host_data.sliced(node):
            why = "a slice of Python's"
        if why is None or whole or not self.host_data.makes(node):
            return why
        self.data[node] = why
        return None

    def joins_list(self, node: cst.CSTNode) -> bool:
        """torch.stack(states) of a list that comes in from outside."""
        if self.facts.api(node) not in _JOINING or not isinstance(node, cst.Call) or not node.args:
            return False
        name = dotted(node.args[0].value)
        kind = self.facts.kind(node.args[0].value)
        return bool(name) and isinstance(kind, Sequence | Unknown) and name not in self.bound

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


_JOINING = frozenset({"torch.stack", "torch.cat", "torch.concat", "torch.concatenate"})
