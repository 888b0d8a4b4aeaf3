"""Code that a tape may record: there a call is ported with torch's gradient."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import TENSOR, Array, Kind, Tensor, Tuple
from porter.nonnegative import NonNegative
from porter.plan.flowing import Flowing
from porter.promotion import is_float
from porter.rewrite.context import Context
from porter.rewrite.open_dtypes import of_sum, unlike
from porter.rulebook import Decision, Rulebook
from porter.tree import dotted


class Recording:
    """What `Expressions` knows of tapes."""

    facts: Facts
    book: Rulebook
    context: Context
    flowing: Flowing

    @cached_property
    def non_negative(self) -> NonNegative:
        """Which indices TensorFlow's gather takes as they are."""
        return NonNegative(self.facts)

    def _recorded(self) -> bool:
        """Whether a tape may be open around this code."""
        return self.context.graph or self.context.callee or bool(self.context.tapes)

    def decided(self, node: cst.CSTNode, port: Any) -> Decision:
        """How a call is ported here: where nobody asks for its gradient, or no index is below 0,
        it may be shorter."""
        decision: Decision = port.decision
        if (summed := of_sum(self.facts, port)) is not None:
            port, decision = summed, self.book.decide(port.rule, summed.args)
        if "from_array" in decision.blocks and self._is_forwards_input(node, port):
            decision = self._as_of_tensor(port)
        if port.rule.asks_what_counts:
            args = [replace(arg, nonnegative=self._counts(arg.node)) for arg in port.args]
            decision = self.book.decide(port.rule, args)
        plain = self.book.plain(decision)
        smooth = port.rule.name in _ROOTS and _is_positive(port.args[0].node)
        if plain and (smooth or not (_is_float(decision.kind) and self._differentiated(node))):
            decision = decision.instead(plain)
        counting = self.book.counting(decision)
        if counting and self._counts(port.args[-1].node):
            decision = decision.instead(counting)
        return self.book.together(decision, port.rule, port.args, partial(unlike, self.facts))

    def _is_forwards_input(self, node: cst.CSTNode, port: Any) -> bool:
        """Whether it makes a tensor of what forward() gets: an array here, for another file's call
        in a graph a tensor."""
        function = self.facts.index.function(node)
        forward = function is not None and function.name.value == "forward"
        named = isinstance(port.args[0].node, cst.Name)
        return forward and named and isinstance(port.args[0].kind, Array)

    def _as_of_tensor(self, port: Any) -> Decision:
        """The form that takes tensors, which takes arrays as well; one that gives what it gets
        would leave an array as it is."""
        args = (replace(port.args[0], kind=TENSOR), *port.args[1:])
        decision = self.book.decide(port.rule, args)
        copy = self.book.find("torch.clone")
        assert copy is not None
        return self.book.decide(copy, args[:1]) if decision.returns_input else decision

    def _counts(self, node: cst.CSTNode) -> bool:
        """Whether indices, or classes, are not below 0."""
        return self.non_negative(node) or _is_action(node)

    def _differentiated(self, node: cst.CSTNode) -> bool:
        here = self.context
        if here.stopped or here.detached or self.flowing.detached(node):
            return False
        return here.callee or (bool(here.tapes) and self.flowing.through(node))


_ROOTS = frozenset({"sqrt", "rsqrt"})


def _is_positive(node: cst.CSTNode) -> bool:
    """`x + 1e-8` under a root: what is added keeps it from 0."""
    if not isinstance(node, cst.BinaryOperation) or not isinstance(node.operator, cst.Add):
        return False
    return any(isinstance(side, (cst.Float, cst.Integer)) for side in (node.left, node.right))


def _is_action(index: cst.CSTNode) -> bool:
    """An action's value is asked for: no program counts its actions from the last one."""
    name = (dotted(index) or "").rpartition(".")[2]
    return "act" in name or name == "a"


def _is_float(kind: Kind) -> bool:
    """Whether a result may have a gradient: whole numbers have none."""
    first = kind.items[0] if isinstance(kind, Tuple) and kind.items else kind
    return not isinstance(first, Tensor) or first.dtype is None or is_float(first.dtype)
