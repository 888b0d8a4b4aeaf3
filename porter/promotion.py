"""torch's dtype promotion: the dtype that operands of several dtypes are brought to.

TensorFlow promotes nothing, so the port casts. Rules: torch/csrc "result_type", documented at
https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc
"""

from __future__ import annotations

from collections.abc import Sequence

from porter.kinds import Kind, Number, Tensor

DEFAULT = "float32"  # what torch makes of integers where it needs floats
_BOOL, _INT, _FLOAT, _COMPLEX = range(4)
FLOATS = frozenset({"float16", "bfloat16", "float32", "float64"})
INTS = frozenset({"uint8", "int8", "int16", "int32", "int64"})
_CATEGORIES = {"bool": _BOOL, "complex64": _COMPLEX, "complex128": _COMPLEX}
_CATEGORIES |= dict.fromkeys(FLOATS, _FLOAT) | dict.fromkeys(INTS, _INT)
_OF_NUMBERS = {"bool": (_BOOL, "bool"), "int": (_INT, "int64"), "float": (_FLOAT, DEFAULT)}


def as_float(dtype: str) -> str:
    """The dtype, torch's default one for integers and booleans."""
    return DEFAULT if _CATEGORIES.get(dtype, _FLOAT) < _FLOAT else dtype


def as_sum(dtype: str) -> str:
    """The dtype of sums and products: int64 for integers and booleans."""
    return "int64" if _CATEGORIES.get(dtype, _FLOAT) < _FLOAT else dtype


def as_index(dtype: str) -> str:
    """The dtype that TensorFlow takes for indices."""
    return "int64" if dtype in ("uint8", "int8", "int16") else dtype


def is_float(dtype: str | None) -> bool:
    """Whether it is the dtype of floats."""
    return dtype in FLOATS


def holds(dtype: str, other: str) -> bool:
    """Whether every value of `other` can be stored as `dtype` as torch's in-place methods do."""
    return _CATEGORIES.get(dtype, _BOOL) >= _CATEGORIES.get(other, _COMPLEX)


def common(operands: Sequence[Kind]) -> str | None:
    """The dtype that torch computes with; None where that isn't known.

    Tensors with dimensions count first, then scalar tensors, then numbers: a later group decides
    only if its category (bool, int, float, complex) is higher.
    """
    if Number() in operands:  # of any type: the lowest and the highest have to agree
        found = {
            common([Number(word) if kind == Number() else kind for kind in operands])
            for word in ("bool", "float")
        }
        return found.pop() if len(found) == 1 else None
    groups: list[list[tuple[int, str]]] = [[], [], []]
    for kind in operands:
        if isinstance(kind, Tensor):
            if kind.dtype not in _CATEGORIES:
                return None
            assert kind.dtype is not None
            entry = (_CATEGORIES[kind.dtype], kind.dtype)
            groups[1 if kind.rank == 0 else 0].append(entry)
            if kind.rank is None:  # it may belong to either: sure only if both say the same
                groups[1].append(entry)
        elif isinstance(kind, Number) and kind.type in _OF_NUMBERS:
            groups[2].append(_OF_NUMBERS[kind.type])
        else:
            return None
    return _decided(groups) if _sure(operands, groups) else None


def _decided(groups: list[list[tuple[int, str]]]) -> str:
    category, found = -1, ""
    for group in groups:
        top = max((c for c, _ in group), default=-1)
        if top > category:
            category, found = top, _widest([d for c, d in group if c == top])
    return found


def _sure(operands: Sequence[Kind], groups: list[list[tuple[int, str]]]) -> bool:
    """A tensor of unknown rank leaves it open which group decides, if the dtypes differ."""
    if all(not isinstance(k, Tensor) or k.rank is not None for k in operands):
        return True
    dimensioned, scalars, numbers = groups
    fixed = [e for e in dimensioned if e not in scalars]
    as_tensors = _decided([dimensioned, [], numbers])
    as_scalars = _decided([fixed, scalars, numbers])
    return as_tensors == as_scalars


def _widest(dtypes: Sequence[str]) -> str:
    """The dtype that holds all of one category."""
    found = dtypes[0]
    for dtype in dtypes[1:]:
        pair = {found, dtype}
        if pair == {"float16", "bfloat16"}:
            found = "float32"
        elif "uint8" in pair and "int8" in pair:
            found = "int16"
        elif pair != {found}:
            found = max(pair, key=lambda d: (_bits(d), d != "uint8"))
    return found


def _bits(dtype: str) -> int:
    return int("".join(c for c in dtype if c.isdigit()) or 8)
