"""Operands of which nobody knows the dtype, in a program that has lost tensors of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

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
from porter.tree import dotted

_OF_NO_NUMBER = frozenset({"item", "numpy", "tolist"})  # Python's have no such methods
_NAMESPACES = ("Namespace", "Munch", "EasyDict", "AttrDict", "DotMap")
_SUMS = frozenset({cst.Add, cst.Subtract})  # nobody adds a mask to what is none


def may_differ(facts: Facts, operator: Operator, left: cst.CSTNode, right: cst.CSTNode) -> bool:
    """Whether an operand may be of another dtype than the other one: it is of some dtype that got
    out of sight, and what is known of the other does not rule that out."""
    sides = present(facts.kind(left)), present(facts.kind(right))
    if operator not in FUNCTIONS:
        return False
    if not (any(map(_is_tensor, sides)) or _is_product(left, right) or _is_asked(facts, left)):
        return False
    if not facts.once(_sets_tensors):
        named = facts.once(_names_of_tensors)
        settings = (n for n, kind in zip((left, right), sides) if _is_setting(n, kind))
        if any(node.attr.value not in named for node in settings):
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


def _is_setting(node: cst.CSTNode, kind: Kind) -> TypeGuard[cst.Attribute]:
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


def _names_of_tensors(facts: Facts) -> frozenset[str]:
    """The attributes that what nobody knows gets as tensors: `k` of `cfg.k = torch.ones(2)`, `w` of
    `SimpleNamespace(w=torch.ones(2))`."""
    found = {
        target.target.attr.value
        for assign in facts.index.all(cst.Assign)
        for target in assign.targets
        if isinstance(target.target, cst.Attribute)
        and facts.kind(target.target.value) in (TAINTED, UNKNOWN)
        and any(map(_is_tensor, members(facts.kind(assign.value))))
    }
    for call in facts.index.all(cst.Call):
        if call.args and (dotted(call.func) or "").endswith(_NAMESPACES):
            found |= {
                arg.keyword.value
                for arg in call.args
                if arg.keyword and any(map(_is_tensor, members(facts.kind(arg.value))))
            }
    return frozenset(found)


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
