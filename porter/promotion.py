"""torch's dtype promotion: the dtype that operands of several dtypes are brought to.

TensorFlow promotes nothing, so the port casts. Rules: torch/csrc "result_type", documented at
https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from porter.kinds import Array, Kind, Nothing, Number, Scalar, Tensor, Union

DEFAULT = "float32"  # what torch makes of integers where it needs floats
_BOOL, _INT, _FLOAT, _COMPLEX = range(4)
FLOATS = frozenset({"float16", "bfloat16", "float32", "float64"})
_SINGLE_OR_DOUBLE = frozenset({DEFAULT, "float64"})
INTS = frozenset({"uint8", "int8", "int16", "int32", "int64"})
_CATEGORIES = {"bool": _BOOL, "complex64": _COMPLEX, "complex128": _COMPLEX}
_CATEGORIES |= dict.fromkeys(FLOATS, _FLOAT) | dict.fromkeys(INTS, _INT)
_Entries = list[tuple[int, str]]
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
    only if its category (bool, int, float, complex) is higher. An array counts as a tensor.
    """
    return _common_of(tuple(operands))


@lru_cache(maxsize=4096)  # a program asks again and again for the same few
def _common_of(operands: tuple[Kind, ...]) -> str | None:
    sides = [choices(kind) for kind in operands]
    if max(map(len, sides), default=1) == 1:
        return _common([choice for side in sides for choice in side])
    found = {_common(one) for one in product(*sides) if _has_tensor(one)}
    return found.pop() if len(found) == 1 else None


def among(operands: Sequence[Kind]) -> frozenset[str]:
    """All dtypes that torch may compute with; none where one of them isn't known. Beside what is
    unknown, a float or a double gives a float or a double."""
    return _among(tuple(operands))


@lru_cache(maxsize=4096)
def _among(operands: tuple[Kind, ...]) -> frozenset[str]:
    found = {_common(one) for one in product(*map(of_ranks, operands)) if _has_tensor(one)}
    if None in found:
        dtypes = {k.dtype for side in map(choices, operands) for k in side if isinstance(k, Tensor)}
        known = frozenset(dtype for dtype in dtypes if dtype)
        return known if known == _SINGLE_OR_DOUBLE else frozenset()
    return frozenset(d for d in found if d)


def disagree(operands: Sequence[Kind]) -> bool:
    """Whether unlike dtypes meet, as far as is known, and only the program knows which."""
    return _disagree(tuple(operands))


@lru_cache(maxsize=4096)
def _disagree(operands: tuple[Kind, ...]) -> bool:
    if common(operands) is not None:
        return False
    for one in product(*map(of_ranks, operands)):
        dtype = _common(one)
        if dtype is not None and any(isinstance(k, Tensor) and k.dtype != dtype for k in one):
            return True
    return False


def _has_tensor(operands: Sequence[Kind]) -> bool:
    return any(isinstance(kind, Tensor) for kind in operands)


def choices(kind: Kind) -> Sequence[Kind]:
    """All that a value of this kind may be, each of one dtype."""
    if isinstance(kind, Union):
        some = sorted(kind.kinds - {Nothing()}, key=repr)
        return [choice for one in some for choice in choices(one)]
    if isinstance(kind, (Tensor, Array)) and kind.among:
        return [type(kind)(dtype, kind.rank) for dtype in sorted(kind.among)]
    if isinstance(kind, Number) and kind.type is None:  # of any type: the lowest and the highest
        return [Number("bool"), Number("float")]
    return [kind]


def of_ranks(kind: Kind) -> Sequence[Kind]:
    """The same, each of one number or of several: one number has less of a say in the dtype."""
    return [
        Tensor(one.dtype, rank) if isinstance(one, Tensor) and one.rank is None else one
        for one in choices(kind)
        for rank in ((0, 1) if isinstance(one, Tensor) and one.rank is None else (None,))
    ]


def _common(operands: Sequence[Kind]) -> str | None:
    dimensioned, scalars, either, numbers = groups = _Entries(), _Entries(), _Entries(), _Entries()
    for kind in operands:
        if isinstance(kind, (Tensor, Array)):
            if kind.dtype is None or kind.dtype not in _CATEGORIES:
                return None
            entry = _CATEGORIES[kind.dtype], kind.dtype
            groups[2 if kind.rank is None else 0 if kind.rank else 1].append(entry)
        elif isinstance(kind, Number) and kind.type in _OF_NUMBERS:
            truth = isinstance(kind, Scalar) and kind.type == "bool"  # torch takes it for a float
            numbers.append(_OF_NUMBERS["float" if truth else kind.type])
        else:
            return None
    # each of unknown rank may belong to either group: sure only if all say the same
    found: set[str] = set()
    for has_dimensions in product((True, False), repeat=len(either)):
        tensors = [entry for entry, yes in zip(either, has_dimensions) if yes]
        others = [entry for entry, yes in zip(either, has_dimensions) if not yes]
        found.add(_decided([[*dimensioned, *tensors], [*scalars, *others], numbers]))
    return found.pop() if len(found) == 1 else None


def _decided(groups: list[_Entries]) -> str:
    category, found = -1, ""
    for group in groups:
        top = max((c for c, _ in group), default=-1)
        if top > category:
            category, found = top, _widest([d for c, d in group if c == top])
    return found


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
