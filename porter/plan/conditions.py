"""Conditions: a trace decides them once, where nothing in them changes."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Function, Number, Tensor, Tuple
from porter.plan.freezing import Freezing
from porter.plan.host_data import without
from porter.plan.reads import Reads
from porter.plan.trace_time import is_static
from porter.tree import walk

_CALLS = (cst.Call, cst.NamedExpr)


class Conditions(Reads):
    """Answers for `if`, and for conditions elsewhere."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self._inner = 0  # how deep in functions that are called, or in branches

    def suite(self, body: cst.BaseSuite) -> str | None:
        raise NotImplementedError

    def _branch(self, node: cst.If) -> str | None:
        self._inner += 1
        why, other = self._test(node.test) or self.suite(node.body), node.orelse
        self._inner -= 1
        if why or other is None:
            return why
        return self._branch(other) if isinstance(other, cst.If) else self.suite(other.body)

    def _test(self, test: cst.BaseExpression) -> str | None:
        """The reason why a trace can't decide a condition."""
        if isinstance(self.facts.kind(test), Tensor):
            return "a condition on a tensor"
        shapes = (n for n in walk(test) if self.facts.api(n) == "Tensor.shape")
        nodes = list(without(test, known := {n.value for n in shapes if type(n) is cst.Attribute}))
        for call in (n for n in nodes if isinstance(n, _CALLS) and not is_static(self.facts, n)):
            if why := self._counted(call):
                return why
        kept = self.facts.once(Freezing).host
        reads = [n for n in nodes if isinstance(n, cst.Attribute) and (self._called or n in kept)]
        return next((why for n in (*reads, *known) if (why := self.expression(n))), None)

    def _counted(self, call: cst.CSTNode) -> str | None:
        """The reason why a trace does not know what a call in a condition gives: it knows the sizes
        that a function counts of what never changes, `x.shape[1:] == self.output_shape()`."""
        counts = isinstance(call, cst.Call) and isinstance(self.facts.kind(call.func), Function)
        if self._called and counts and isinstance(self.facts.kind(call), (Number, Tuple)):
            return self.expression(call)
        return "a condition that calls a function"
