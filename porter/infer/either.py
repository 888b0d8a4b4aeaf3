"""Receivers that may be a tensor or something else: each gets its own form when the line runs."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.facts import Facts, Port
from porter.infer.names import ARRAY_NAMES, NOT_KNOWN
from porter.infer.ports import Ports
from porter.kinds import (
    HOST,
    TAINTED,
    TENSOR,
    Array,
    Kind,
    Named,
    Number,
    Sequence,
    Tensor,
    Tuple,
    Union,
    members,
)
from porter.rulebook import Argument, Refused, Rule
from porter.tree import dotted, is_expression, walk

_OF_DATA = frozenset(
    Named(f"torch.{name}") for name in "as_tensor tensor from_numpy FloatTensor Tensor".split()
)


class Either(Ports):
    """What `Receivers` does with a name of tensors on something that porter does not know.

    The port is `tf.reduce_sum(x) if tf.is_tensor(x) else x.sum()`: right for all that x can be.
    """

    def either(self, node: cst.Call | cst.Attribute, base: Kind) -> Kind | None:
        """The kind of the result; None where no tensor has such a method, or takes these
        arguments."""
        owner = node.func if isinstance(node, cst.Call) else node
        assert isinstance(owner, cst.Attribute)
        name = owner.attr.value
        rule = self.book.find(f"Tensor.{name}")
        if rule is None or base == HOST or name == "to":  # `evidence` knows what moves
            return None
        if is_decided(self.facts, node):
            return None
        receiver = Argument(owner.value, self._as_tensor(owner.value))
        rest = self.arguments(node) if isinstance(node, cst.Call) else []
        args = tuple(map(self._written_out, [receiver, *rest]))
        try:
            decision = self.book.decide(rule, args)
        except Refused as refused:
            if base != TAINTED and name not in ARRAY_NAMES:
                return None
            self.refuse_either(node, name, refused.message)
            return TAINTED
        if not isinstance(decision.kind, (Tensor, Number, Sequence)):
            if isinstance(decision.kind, Tuple) and self._is_one(node):
                return Array()
            self.refuse_either(node, name, "it gives several tensors")
            return TAINTED
        self.facts.ports[node] = Port(rule, decision, args)
        self.facts.either.add(node)
        if isinstance(node, cst.Call):
            self.facts.kinds[owner] = TAINTED
            self.ambiguous.add(node)
        if isinstance(decision.kind, Sequence) and isinstance(decision.kind.item, Tensor):
            return Sequence(TAINTED)  # `batch.split(8)` gives other batches, where it is no tensor
        if not isinstance(decision.kind, Tensor):
            return decision.kind
        return Union(frozenset({decision.kind, Array()})) if self._is_data(owner.value) else TAINTED

    def _is_one(self, node: cst.CSTNode) -> bool:
        """`torch.as_tensor(x.max(axis=0))`, `x.max(0) + 1`: no tuple of tensors, as torch gives
        it, can be used so."""
        above = self.facts.index.parents.get(node)
        if isinstance(above, cst.Arg) and above.keyword is None and not above.star:
            call = self.facts.index.parents[above]
            return isinstance(call, cst.Call) and self.facts.kind(call.func) in _OF_DATA
        return isinstance(above, (cst.BinaryOperation, cst.UnaryOperation))

    def _is_data(self, node: cst.CSTNode) -> bool:
        """Whether it is a tensor or an array, one for one caller and one for another."""
        return all(isinstance(kind, (Tensor, Array)) for kind in members(self.facts.kind(node)))

    def _as_tensor(self, node: cst.CSTNode) -> Kind:
        """What a receiver is where it is a tensor: `x.eq(1)` is a mask then."""
        if isinstance(node, cst.Comparison):
            return Tensor("bool")
        port = self.facts.ports.get(node) if node in self.facts.either else None
        found = port.decision.kind if port is not None else TENSOR
        return found if isinstance(found, Tensor) else TENSOR

    def refuse_either(self, node: cst.CSTNode, name: str, why: str) -> None:
        """It is told: no form is right for all that the receiver may be."""
        self.facts.refused[node] = Refused("P103", f"the receiver of {name} {NOT_KNOWN} ({why})")


def receiver(node: Any) -> Any:
    """x of `x.sum()` and `x.T`."""
    owner: Any = node.func if isinstance(node, cst.Call) else node
    return owner.value


def chain(facts: Facts, node: cst.CSTNode) -> list[Any]:
    """`x.abs().sum()` and `x.abs()`: what is chosen as a whole, by what x is."""
    found: list[Any] = [node]
    while (below := receiver(found[-1])) in facts.either:
        found.append(below)
    return found


def is_plain(node: cst.CSTNode) -> bool:
    """Whether an expression may be evaluated twice: it calls nothing."""
    return all(isinstance(part, _PLAIN) for part in walk(node))


def may_be_traced(facts: Facts, node: cst.CSTNode, rule: Rule) -> bool:
    """Whether a graph may hold the choice: what is an array outside is a tensor in a trace, so
    both forms have to give the same; and AutoGraph knows no `:=`."""
    return is_plain(receiver(chain(facts, node)[-1])) and rule.name not in _OTHERS


_PLAIN = (
    *(cst.Name, cst.Attribute, cst.Subscript, cst.SubscriptElement, cst.Index, cst.Slice),
    *(cst.Integer, cst.SimpleString, cst.UnaryOperation, cst.Minus, cst.Ellipsis),
)
# Rules of methods that give something else where they are an array's.
_OTHERS = frozenset({"std", "var", "repeat"})


_ASKED = ("tf.is_tensor", "tf_.is_tensor")


def is_decided(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a port asks already: y of `x if tf.is_tensor(a) else y`, `tf.is_tensor(a) or y`."""
    below, above = node, facts.index.parents.get(node)
    while above is not None and (is_expression(above) or isinstance(above, cst.Arg)):
        asked = None
        if isinstance(above, cst.IfExp) and above.orelse is below:
            asked = above.test
        elif isinstance(above, cst.BooleanOperation) and above.right is below:
            asked = above.left if isinstance(above.operator, cst.Or) else None
        if isinstance(asked, cst.Call) and dotted(asked.func) in _ASKED:
            return True
        below, above = above, facts.index.parents.get(above)
    return False
