"""What the words of an annotation or an isinstance() guard mean as kinds."""

from __future__ import annotations

import ast
from collections.abc import Callable

from porter import kinds
from porter.kinds import UNKNOWN, Kind

_FLOATS = frozenset({"float16", "bfloat16", "float32", "float64"})
_INTS = frozenset({"uint8", "int8", "int16", "int32", "int64"})

_CLASSES: dict[str, tuple[type[Kind], ...]] = {
    "Tensor": (kinds.Tensor,),
    "Parameter": (kinds.Parameter,),
    "Array": (kinds.Array,),
    "Number": (kinds.Number,),
    "Text": (kinds.Text,),
    "Nothing": (kinds.Nothing,),
    "Sequence": (kinds.Sequence, kinds.Tuple),
    "Module": (kinds.Module,),
    "Optimizer": (kinds.Optimizer,),
    "Parameters": (kinds.Parameters,),
    "Device": (kinds.Device, kinds.Text),  # torch takes "cuda" for a device, too
    "Dtype": (kinds.Dtype,),
}
_DTYPES = {"Float": _FLOATS, "Int": _INTS, "Bool": frozenset({"bool"})}
WORDS = frozenset(_CLASSES) | frozenset(_DTYPES)


def is_a(kind: Kind, word: str) -> bool | None:
    """Whether a value of this kind is what the word says; None where that isn't known."""
    if isinstance(kind, kinds.Union):
        answers = {is_a(k, word) for k in kind.kinds}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(kind, (kinds.Unknown, kinds.Never)):
        return None
    if word in _DTYPES:
        if not isinstance(kind, kinds.Tensor):
            return False
        return None if kind.dtype is None else kind.dtype in _DTYPES[word]
    if word == "Parameter" and type(kind) is kinds.Tensor:
        return None  # `kinds` may not know that a tensor is a parameter
    return isinstance(kind, _CLASSES[word])


Look = Callable[[str], Kind]

_FIXED: dict[str, Kind] = {
    "Tensor": kinds.TENSOR,
    "Float": kinds.FLOAT,
    "Int": kinds.Tensor("int64"),
    "Bool": kinds.Tensor("bool"),
    "Array": kinds.Array(),
    "Number": kinds.Number(),
    "Text": kinds.Text(),
    "Nothing": kinds.Nothing(),
    "Device": kinds.Device(),
    "Dtype": kinds.Dtype(),
    "Module": kinds.Module(),
    "Optimizer": kinds.Optimizer(),
    "Parameters": kinds.Parameters(),
    "Sequence": kinds.Sequence(),
    "Parameter": kinds.Parameter("float32"),
}
# Kinds that depend on the first parameter: its dtype and rank -> dtype and rank.
_RELATIVE: dict[str, Callable[[kinds.Tensor], Kind]] = {
    "SameShape": lambda t: kinds.Tensor(t.dtype, t.rank),
    "SameDtype": lambda t: kinds.Tensor(t.dtype),
    "Scalar": lambda t: kinds.Tensor(t.dtype, 0),
    "Raised": lambda t: kinds.Tensor(t.dtype, None if t.rank is None else t.rank + 1),
    "Lowered": lambda t: kinds.Tensor(t.dtype, t.rank - 1 if t.rank else None),
    "BoolLike": lambda t: kinds.Tensor("bool", t.rank),
    "FloatLike": lambda t: kinds.Tensor("float32", t.rank),
    "IntLike": lambda t: kinds.Tensor("int64", t.rank),
    "IntLowered": lambda t: kinds.Tensor("int64", t.rank - 1 if t.rank else None),
}
RESULTS = frozenset(_FIXED) | frozenset(_RELATIVE) | {"Same", "Typed"}
GUARDS = frozenset({"isinstance", "known", "ordered", "rank", "len"})
VOCABULARY = WORDS | RESULTS | GUARDS | {"Shape", "Unsupported", "port", "match", "block"}


def result(annotation: ast.expr | None, first: Kind, dtype: Kind) -> Kind:
    """The kind that an annotation promises, given the first argument and the one named dtype."""
    if isinstance(annotation, ast.Subscript):  # tuple[A, B]
        items = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else ()
        return kinds.Tuple(tuple(result(item, first, dtype) for item in items))
    word = annotation.id if isinstance(annotation, ast.Name) else ""
    if word == "Same":
        return first
    if word == "Typed":
        if isinstance(dtype, kinds.Dtype):
            return kinds.Tensor(dtype.name or None)
        return kinds.FLOAT if isinstance(dtype, kinds.Nothing) else kinds.TENSOR
    if word in _RELATIVE:
        return _RELATIVE[word](first if isinstance(first, kinds.Tensor) else kinds.TENSOR)
    return _FIXED.get(word, UNKNOWN)
