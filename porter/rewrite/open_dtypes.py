"""Operands of which nobody knows the dtype, in a program that has lost tensors of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from porter import promotion
from porter.facts import Facts, Port
from porter.kinds import (
    TAINTED,
    UNKNOWN,
    Kind,
    Named,
    Number,
    Tensor,
    dtypes,
    may_be_tensor,
    members,
    of_dtypes,
    present,
)
from porter.lost_dtypes import lost_dtypes
from porter.rewrite.operators import FUNCTIONS, Operator

_OF_NO_NUMBER = frozenset({"item", "numpy", "tolist"})  # Python's have no such methods
_SUMS = frozenset({cst.Add, cst.Subtract})  # nobody adds a mask to what is none


def may_differ(facts: Facts, operator: Operator, left: cst.CSTNode, right: cst.CSTNode) -> bool:
    """Whether an operand may be of another dtype than the other one: it is of some dtype that got
    out of sight, and what is known of the other does not rule that out."""
    sides = present(facts.kind(left)), present(facts.kind(right))
    if operator not in FUNCTIONS:
        return False
    if not (any(map(_is_tensor, sides)) or _is_product(left, right) or _is_asked(facts, left)):
        return False
    settings = any(_is_setting(node, kind) for node, kind in zip((left, right), sides))
    if settings and not facts.once(_sets_tensors):
        return False
    return unlike(facts, sides, frozenset({"bool"} if operator in _SUMS else ()))


def unlike(facts: Facts, sides: Sequence[Kind], but: frozenset[str] = frozenset()) -> bool:
    """The same of the arguments of a function: those of no known dtype may be of any that got out
    of sight, `but` these."""
    if not any(map(_is_open, sides)):
        return False
    lost = lost_dtypes(facts)
    if any(isinstance(kind, Number) for kind in sides):
        number = next(kind for kind in sides if isinstance(kind, Number))
        return number.type != "int" and any(not promotion.is_float(dtype) for dtype in lost)
    if not all(_is_open(kind) or _is_tensor(kind) for kind in sides):
        return False
    tensors = (dtypes(kind) for kind in sides if isinstance(kind, Tensor))
    return len(frozenset().union(lost - but, *tensors)) > 1


def of_sum(facts: Facts, port: Port) -> Port | None:
    """The same call of a tensor of what got out of sight: TensorFlow sums no masks, and keeps small
    integers small; None where nothing tells of one."""
    if not port.args or not port.rule.params or port.rule.params[0].annotation != "Summed":
        return None
    first = port.args[0]
    if not isinstance(first.kind, Tensor) or not _is_open(first.kind):
        return None
    node = first.node
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.BitInvert):
        found = frozenset({"bool", "int64"})
    else:
        found = lost_dtypes(facts)
    if all(promotion.as_sum(dtype) == dtype for dtype in found):
        return None
    kind = of_dtypes(found, first.kind.rank)
    return replace(port, args=(replace(first, kind=kind), *port.args[1:]))


def _is_open(kind: Kind) -> bool:
    return kind in (TAINTED, UNKNOWN) or (isinstance(kind, Tensor) and not dtypes(kind))


def _is_tensor(kind: Kind) -> bool:
    return kind == TAINTED or isinstance(kind, Tensor)


def _is_setting(node: cst.CSTNode, kind: Kind) -> bool:
    """`args.gamma`: what nothing tells of, an attribute, is a number of a configuration."""
    return kind == UNKNOWN and isinstance(node, cst.Attribute)


def _sets_tensors(facts: Facts) -> bool:
    """Whether attributes get tensors by names that are computed: `setattr(self, name, default)`."""
    for call in facts.index.all(cst.Call):
        if facts.kind(call.func) == Named("builtins.setattr") and len(call.args) == 3:
            literal = isinstance(call.args[1].value, cst.SimpleString)
            if not literal and any(map(may_be_tensor, members(facts.kind(call.args[2].value)))):
                return True
    return False


def _is_product(*nodes: cst.CSTNode) -> bool:
    """`x @ w`, which no numbers have."""
    binary = (node for node in nodes if isinstance(node, cst.BinaryOperation))
    return any(isinstance(node.operator, cst.MatrixMultiply) for node in binary)


def _is_asked(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a method that tensors have is called of the result: `(a * b).sum()`."""
    for above in facts.index.above(node):
        if not isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)):
            return isinstance(above, cst.Attribute) and (
                above.attr.value in _OF_NO_NUMBER
                or bool({above, facts.index.parents[above]} & facts.either)
            )
    return False
