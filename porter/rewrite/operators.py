"""Operators of tensors, where TensorFlow is stricter than torch.

TensorFlow promotes nothing: an integer tensor times 0.5 is an error there, a float times a
boolean tensor is silently boolean.
"""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter import promotion
from porter.kinds import TAINTED, TENSOR, UNKNOWN, Array, Kind, Number, Tensor, dtypes
from porter.operator_functions import BINARY, COMPARISONS
from porter.promotion import DEFAULT

Operator = type[cst.CSTNode]

_ARITHMETIC = frozenset(
    {
        cst.Add,
        cst.Subtract,
        cst.Multiply,
        cst.Divide,
        cst.FloorDivide,
        cst.Modulo,
        cst.Power,
    }
)
_BITWISE = frozenset({cst.BitAnd, cst.BitOr, cst.BitXor})
_COMPARISONS = COMPARISONS.keys()
_ORDERS = _COMPARISONS - {cst.Equal, cst.NotEqual}
_PROMOTING = _ARITHMETIC | _BITWISE | _COMPARISONS
# Python's functions for the operators that promote.
FUNCTIONS = {one: name for one, name in {**BINARY, **COMPARISONS}.items() if one in _PROMOTING}
# What torch computes where both operands are boolean; TensorFlow has no such arithmetic.
_OF_MASKS: dict[Operator, type[cst.BaseBinaryOp]] = {cst.Multiply: cst.BitAnd, cst.Add: cst.BitOr}


def casts(operator: Operator, left: Kind, right: Kind) -> tuple[str, str]:
    """The dtypes that the operands must be cast to, "" where nothing is needed."""
    tensors = [
        k for side in (left, right) for k in promotion.choices(side) if isinstance(k, Tensor)
    ]
    if operator not in _PROMOTING or not tensors:
        return "", ""
    wanted = promotion.common([left, right])
    if wanted is None or (operator is cst.Subtract and "bool" in [t.dtype for t in tensors]):
        return "", ""  # torch does not subtract masks either
    if operator is cst.Divide:
        wanted = promotion.as_float(wanted)
    if operator in _ORDERS and wanted == "bool":
        wanted = "uint8"  # TensorFlow asks of no mask whether it is greater
    return _cast(operator, left, wanted), _cast(operator, right, wanted)


def unlike(operator: Operator, left: Kind, right: Kind) -> bool:
    """Whether operands of unlike dtypes meet, as far as is known, and only the program knows which.

    There has to be evidence: callers disagree about one of them, or whole numbers or masks come
    beside what may be a float, or doubles beside what is unknown, for torch's own are floats. Of
    two operands that nothing is known of, none is suspected.
    """
    if operator not in _PROMOTING or not (_may_be_tensor(left) or _may_be_tensor(right)):
        return False
    if _is_sure(left, right) and promotion.common([left, right]) is not None:
        return False
    sides = promotion.of_ranks(left), promotion.of_ranks(right)
    pairs = [(one, other) for one in sides[0] for other in sides[1]]
    if any(_needs_cast(operator, one, other) for one, other in pairs):
        return True
    open_ = any(kind in (TENSOR, UNKNOWN, TAINTED) for side in sides for kind in side)
    return open_ and any(len(d) > 1 or d == {"float64"} for d in map(_dtypes, sides))


def _dtypes(side: Sequence[Kind]) -> set[str]:
    return {kind.dtype for kind in side if isinstance(kind, Tensor) and kind.dtype}


def _may_be_tensor(kind: Kind) -> bool:
    return any(isinstance(choice, Tensor) for choice in promotion.choices(kind))


def _is_sure(left: Kind, right: Kind) -> bool:
    """Whether one is a tensor, whatever the other is."""
    return any(
        all(isinstance(k, Tensor) for k in promotion.choices(side)) for side in (left, right)
    )


def _needs_cast(operator: Operator, left: Kind, right: Kind) -> bool:
    logical = promotion.common([left, right]) == "bool" and operator in _OF_MASKS
    return logical or casts(operator, left, right) != ("", "")


def result(operator: Operator, left: Kind, right: Kind) -> str | None:
    """The dtype that an operation gives; None where that isn't known."""
    found = promotion.common([left, right])
    return promotion.as_float(found) if found and operator is cst.Divide else found


def _cast(operator: Operator, kind: Kind, wanted: str) -> str:
    if any(isinstance(one, Tensor) and one.dtype != wanted for one in promotion.choices(kind)):
        return "" if isinstance(kind, Array) else wanted
    # TensorFlow takes True for 1, but does not compare it with a number.
    return "int" if kind == Number("bool") and operator in _COMPARISONS and wanted != "bool" else ""


def of_masks(operator: Operator, left: Kind, right: Kind) -> type[cst.BaseBinaryOp] | None:
    """The operator for the sum or the product of masks: torch's result is a mask."""
    return _OF_MASKS.get(operator) if promotion.common([left, right]) == "bool" else None


def may_be_masks(operator: Operator, kind: Kind) -> bool:
    """Whether an operation on two parts of one tensor hangs on its dtype: masks have sums of their
    own and no order in TensorFlow, and a quotient of whole numbers is a double there."""
    several = dtypes(kind) if isinstance(kind, (Tensor, Array)) else frozenset()
    if operator is cst.Divide:
        return len(several) > 1 and not all(map(promotion.is_float, several))
    return len(several) > 1 and "bool" in several and operator in (*_OF_MASKS, *_ORDERS)


def truncates(operator: Operator, left: Kind, right: Kind) -> bool:
    """Integers beside NumPy's numbers: TensorFlow takes the fraction from those, silently."""
    for one, other in ((left, right), (right, left)):
        integers = isinstance(one, Tensor) and not promotion.is_float(one.dtype) and one.dtype
        if integers and isinstance(other, (Array, Number)) and operator in _ARITHMETIC:
            return promotion.common([one, other]) is None
    return False


def mask_side(operator: Operator, left: Kind, right: Kind) -> str:
    """The side of a mask beside an operand of unknown dtype: TensorFlow would compute `and`."""
    for side, one, other in (("left", left, right), ("right", right, left)):
        mask = isinstance(one, Tensor) and one.dtype == "bool"
        if mask and operator in _ARITHMETIC and promotion.common([one, other]) is None:
            return side
    return ""


def open_side(operator: Operator, left: Kind, right: Kind) -> str:
    """The side whose dtype torch may change beside the other's, as far as is known: whole numbers
    beside a tensor of unknown dtype, or a double of one number beside what may be a float."""
    for side, one, other in (("left", left, right), ("right", right, left)):
        if isinstance(one, Tensor) and isinstance(other, Tensor) and operator in _ARITHMETIC:
            whole = one.dtype in promotion.INTS
            double = one.dtype == "float64" and one.rank == 0
            if (other.dtype is None and (whole or double)) or (other.dtype == DEFAULT and double):
                return side
    return ""


def may_be_flag(operator: Operator, left: Kind, right: cst.CSTNode) -> bool:
    """`done == 0` of a tensor that may be boolean: TensorFlow compares no mask with a number."""
    unknown = isinstance(left, Tensor) and left.dtype is None and operator in _EQUALITY
    return unknown and isinstance(right, cst.Integer) and right.value in ("0", "1")


_EQUALITY = frozenset({cst.Equal, cst.NotEqual})
