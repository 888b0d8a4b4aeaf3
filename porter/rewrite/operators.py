"""Operators and subscripts of tensors, where TensorFlow is stricter than torch.

TensorFlow promotes nothing: an integer tensor times 0.5 is an error there, a float times a
boolean tensor is silently boolean.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.kinds import Array, Kind, Number, Sequence, Tensor, Tuple

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


def casts(node: cst.BinaryOperation, left: Kind, right: Kind) -> tuple[str, str]:
    """The dtypes that the operands must be cast to, "" where nothing is needed."""
    if type(node.operator) not in _ARITHMETIC:
        return "", ""
    a, b = _category(left), _category(right)
    if "" in (a, b):
        return "", ""
    floats = {"float", "number.float"}
    if isinstance(node.operator, cst.Divide) and not floats & {a, b}:
        wanted = "float32"
    elif a in floats or b in floats:
        wanted = _float(left) or _float(right) or "float32"
    elif "bool" in (a, b):
        wanted = "int64"
    else:
        return "", ""
    return tuple(wanted if c in ("int", "bool") and _needs(c, wanted) else "" for c in (a, b))  # type: ignore[return-value]


def both_bool(node: cst.BinaryOperation, left: Kind, right: Kind) -> bool:
    """Masks that are multiplied or added: torch's result is boolean, TensorFlow has none."""
    arithmetic = type(node.operator) in _ARITHMETIC
    return arithmetic and _category(left) == _category(right) == "bool"


def mask_side(node: cst.BinaryOperation, left: Kind, right: Kind) -> str:
    """The side of a mask beside an operand of unknown dtype: TensorFlow would compute `and`."""
    if type(node.operator) in _ARITHMETIC:
        if _category(left) == "bool" and not _category(right):
            return "left"
        if _category(right) == "bool" and not _category(left):
            return "right"
    return ""


def _needs(category: str, wanted: str) -> bool:
    return category == "bool" or wanted.startswith("float")


def _category(kind: Kind) -> str:
    """float, int, bool for tensors of known dtype, number.float … for numbers, "" for the rest."""
    if isinstance(kind, Tensor) and kind.dtype is not None:
        for name in ("float", "bfloat", "int", "uint", "bool"):
            if kind.dtype.startswith(name):
                return name.lstrip("bu") if name in ("bfloat", "uint") else name
    if isinstance(kind, Number) and kind.type in ("int", "float"):
        return f"number.{kind.type}"
    return ""


def _float(kind: Kind) -> str:
    return kind.dtype or "" if isinstance(kind, Tensor) and _category(kind) == "float" else ""


def gathered(node: cst.Subscript, index: Kind) -> str:
    """The TensorFlow function for `x[index]`: gather, boolean_mask, or "" for plain indexing."""
    if len(node.slice) != 1 or not isinstance(node.slice[0].slice, cst.Index):
        return ""
    if isinstance(index, Tensor):
        if index.dtype == "bool":
            return "boolean_mask"
        return "" if index.rank == 0 else "gather"
    return "gather" if isinstance(index, (Array, Sequence)) else ""


def mixed(node: cst.Subscript, kinds: list[Kind]) -> bool:
    """`x[rows, columns]` with a tensor among them: no plain spelling in TensorFlow."""
    several = len(node.slice) > 1 or any(isinstance(k, Tuple) for k in kinds)
    fancy = any(
        (isinstance(k, Tensor) and k.rank != 0) or isinstance(k, (Array, Sequence)) for k in kinds
    )
    return several and fancy


def index_of(node: cst.Subscript) -> Any:
    """The one index of a subscript, None for slices and tuples."""
    if len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        return node.slice[0].slice.value
    return None
