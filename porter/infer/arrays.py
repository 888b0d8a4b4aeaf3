"""Kinds of NumPy's arrays: what creates, changes and takes a part of one.

Only dtypes and ranks that are sure; a tensor of the array has both.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Seq

import libcst as cst

from porter.kinds import (
    Array,
    Kind,
    Named,
    Number,
    Scalar,
    Sequence,
    Shape,
    Size,
    Tensor,
    Tuple,
    Union,
    dtypes,
    item_of,
    of_dtypes,
    row,
)
from porter.promotion import FLOATS, INTS
from porter.rulebook import Argument
from porter.rulebook.bind import literal

_DTYPES = FLOATS | INTS | {"bool", "uint16", "uint32", "uint64"}
_WORDS = {"float": "float64", "int": "int64", "bool": "bool", "double": "float64"}
_OF_NUMBERS = {"float": "float64", "int": "int64", "bool": "bool"}
_FILLED = frozenset({"zeros", "ones", "empty", "full"})
_RANDOM = frozenset(
    {"rand", "randn", "random", "random_sample", "uniform", "normal", "standard_normal"}
)
_INTEGERS = frozenset({"randint", "integers", "random_integers"})
_ALIKE = frozenset(
    {"zeros_like", "ones_like", "empty_like", "full_like", "copy", "sort", "clip", "abs"}
)
_ALIKE |= {"flip", "negative", "sign", "square", "maximum", "minimum", "ascontiguousarray"}
_OF_FLOATS = frozenset("exp log sqrt sin cos tan tanh arctan log1p expm1 sinh cosh".split())
_JOINED = {"concatenate": 0, "hstack": 0, "append": 0, "stack": 1}
_SAME = frozenset({"copy", "clip", "round", "conj"})  # methods that keep dtype and rank
_MOVED = frozenset(
    {"reshape", "flatten", "ravel", "squeeze", "transpose", "repeat", "swapaxes", "take"}
)
_PLACES = frozenset(  # an array of indices for each dimension
    "diag_indices diag_indices_from ix_ mask_indices nonzero tril_indices tril_indices_from"
    " triu_indices triu_indices_from unravel_index".split()
)
_PARTS = frozenset("array_split broadcast_arrays dsplit hsplit meshgrid split vsplit".split())
_FOLDED = frozenset({"sum", "mean", "max", "min", "std", "var", "prod", "argmax", "argmin"})


def tensor_of(data: Kind) -> Tensor:
    """What torch.tensor() makes of numbers here, arrays there: of which dtypes it may be."""
    found: set[str] = set()
    for one in data.kinds if isinstance(data, Union) else (data,):
        if isinstance(one, Number):
            floats = "float64" if isinstance(one, Scalar) else "float32"
            types = {"int": "int64", "bool": "bool", "float": floats}
            found |= {types[one.type]} if one.type is not None else {"int64", floats}
        elif isinstance(one, (Array, Tensor)) and dtypes(one):
            found |= dtypes(one)
        else:
            return Tensor()
    return of_dtypes(found)


def several(name: str, args: Seq[Argument]) -> Sequence | None:
    """What np.where(mask) gives, and others that give several arrays."""
    short = name.removeprefix("numpy.")
    if short in _PLACES or (short == "where" and len(args) == 1 and not args[0].star):
        return Sequence(Array("int64"))
    return Sequence(Array()) if short in _PARTS else None


def function(name: str, args: Seq[Argument]) -> Array | None:
    """What numpy.<name>() gives, where that is known to be an array."""
    short = name.rpartition(".")[2]
    given = [arg for arg in args if arg.keyword is None and not arg.star]
    named = {arg.keyword: arg for arg in args if arg.keyword is not None}
    kinds = [arg.kind for arg in given]
    said = dtype_of(named["dtype"]) if "dtype" in named else None
    if len(given) < len(args) - len(named):
        return None
    if name.startswith("numpy.random."):
        rank = len(given) if short in ("rand", "randn") else _length(named.get("size"))
        dtype = "float64" if short in _RANDOM else "int64" if short in _INTEGERS else None
        return Array(dtype, rank) if dtype is not None and "dtype" not in named else None
    if short in _FILLED and given:
        return _filled(short, given, named, said)
    if short in ("loadtxt", "genfromtxt"):
        return Array(said if "dtype" in named else "float64")
    if short in ("linspace", "logspace"):
        return Array(said if "dtype" in named else "float64", 1)
    if short in ("eye", "identity"):
        return Array(said if "dtype" in named else "float64", 2)
    if short == "arange" and given:
        types = {k.type if isinstance(k, Number) else None for k in kinds}
        number = "int" if types == {"int"} else "float" if types <= {"int", "float"} else ""
        return Array(said if "dtype" in named else _OF_NUMBERS.get(number), 1)
    if short in ("array", "asarray") and given:
        data = of_data(kinds[0])
        asked = given[1] if len(given) > 1 else named.get("dtype")
        return Array(dtype_of(asked), data.rank) if asked is not None else data
    if not kinds or not (isinstance(kinds[0], (Array, Sequence, Tuple))):
        return None
    if short in _ALIKE and isinstance(kinds[0], Array):
        if "dtype" in named:
            return Array(said, kinds[0].rank)
        return kinds[0] if all(isinstance(k, Number) for k in kinds[1:]) else Array()
    if short in _OF_FLOATS and isinstance(kinds[0], Array):
        return Array(_as_float(kinds[0].dtype), kinds[0].rank)
    if short in _FOLDED and isinstance(kinds[0], Array):
        return Array(_folded(kinds[0].dtype, short))
    if short in _JOINED:
        parts = kinds[0].items if isinstance(kinds[0], Tuple) else (item_of(kinds[0]),)
        return _joined(parts, _JOINED[short]) if short != "append" else Array()
    return None


def scalar(name: str, args: Seq[Kind]) -> Scalar | None:
    """np.float32(0.5)"""
    word = name.rpartition(".")[2].rstrip("_")
    if _WORDS.get(word, word) not in _DTYPES or not all(isinstance(k, Number) for k in args):
        return None
    return Scalar(word.lstrip("u").rstrip("0123456789").replace("double", "float"))


def _filled(
    short: str, given: Seq[Argument], named: dict[str, Argument], said: str | None
) -> Array:
    place = 2 if short == "full" else 1
    dtype: str | None = "float64"
    if "dtype" in named:
        dtype = said
    elif len(given) > place:
        dtype = dtype_of(given[place])
    elif short == "full":
        value = given[1].kind if len(given) > 1 else None
        dtype = _OF_NUMBERS.get(value.type or "") if isinstance(value, Number) else None
    return Array(dtype, _length(given[0]))


def _length(size: Argument | None) -> int | None:
    """The rank of an array of this size."""
    kind = size.kind if size is not None else None
    if isinstance(kind, (Tuple, Shape)):
        return len(kind.items)
    return 1 if isinstance(kind, Number) else None


def _joined(parts: Seq[Kind], more: int) -> Array:
    arrays = [part for part in parts if isinstance(part, Array)]
    if not arrays or len(arrays) < len(parts):
        return Array()
    ranks = {array.rank for array in arrays}
    rank = ranks.pop() if len(ranks) == 1 else None
    dtype = common([d for array in arrays for d in dtypes(array) or (None,)])
    return Array(dtype, None if rank is None else rank + more)


def dtype_of(argument: Argument) -> str | None:
    """float32 of `np.float32` and of "float32"; float64 of Python's float."""
    if isinstance(argument.kind, Named):
        return _dtype(argument.kind)
    return _dtype(Named(str(literal(argument.node))))


def _dtype(kind: Kind) -> str | None:
    word = kind.name.rpartition(".")[2].rstrip("_") if isinstance(kind, Named) else ""
    word = _WORDS.get(word, word)
    return word if word in _DTYPES else None


def of_data(kind: Kind) -> Array:
    """np.array(data)"""
    if isinstance(kind, Array):
        return kind
    if isinstance(kind, Tensor):
        return Array(kind.dtype, kind.rank, kind.among)
    if type(kind) is Number:
        return Array(_OF_NUMBERS.get(kind.type or ""), 0)
    if isinstance(kind, Tuple) and kind.items and all(type(k) is Number for k in kind.items):
        types = {k.type for k in kind.items if isinstance(k, Number)}
        word = "float" if types == {"int", "float"} else types.pop() if len(types) == 1 else ""
        return Array(_OF_NUMBERS.get(word or ""), 1)
    if isinstance(kind, (Sequence, Tuple)) and not isinstance(kind, (Size, Shape)):
        inner = of_data(item_of(kind))
        return Array(inner.dtype, None if inner.rank is None else inner.rank + 1, inner.among)
    return Array()


def method(base: Array, name: str, args: Seq[Argument]) -> Kind | None:
    """What a method gives, where that is known."""
    given = [arg for arg in args if arg.keyword is None and not arg.star]
    if name == "astype":
        said = [arg for arg in args if arg.keyword in (None, "dtype")]
        return _cast(said[0], base.rank) if said else Array(None, base.rank)
    if name == "nonzero" and not args:
        return Sequence(Array("int64"))
    if name == "item" and not args:
        return Number(_type(base))
    if name == "tolist" and base.rank == 1:
        return Sequence(Number(_type(base)))
    if name in _SAME:
        return base
    if name in _MOVED:
        rank = 1 if name in ("flatten", "ravel") else None
        sizes = [arg.kind for arg in given]
        if name == "reshape" and all(isinstance(k, Number) for k in sizes):
            rank = len(sizes)
        return Array(base.dtype, rank, base.among)
    if name in _FOLDED and not args:
        if name in ("argmax", "argmin"):
            return Scalar("int")
        own = row(Array(base.dtype, base.rank, base.among), 0)
        return Scalar("float") if name in ("mean", "std", "var") else own
    if name in ("cumsum", "cumprod"):
        return Array(_folded(base.dtype, "sum"))
    if name in _FOLDED or name == "argsort":
        return Array(_folded(base.dtype, name))
    return None


def _cast(asked: Argument, rank: int | None) -> Array:
    """`x.astype(dtype)`, whose callers may ask for several."""
    several = asked.kind.kinds if isinstance(asked.kind, Union) else ()
    found = [_dtype(kind) for kind in several]
    if not found or None in found:
        return Array(dtype_of(asked), rank)
    return Array(None, rank, frozenset(dtype for dtype in found if dtype))


def _type(base: Array) -> str | None:
    """The type of its numbers."""
    number = row(base, 0)
    return number.type if isinstance(number, Number) else None


def _folded(dtype: str | None, name: str) -> str | None:
    """The dtype of sums and means along an axis."""
    if name in ("argmax", "argmin", "argsort"):
        return "int64"
    if name in ("mean", "std", "var"):
        return _as_float(dtype)
    return dtype if name in ("max", "min") or dtype in FLOATS or dtype == "int64" else None


def arithmetic(left: Kind, right: Kind, operator: str) -> Array:
    """`left operator right`, where one is an array."""
    sides = [kind for kind in (left, right) if isinstance(kind, Array)]
    others = [kind for kind in (left, right) if not isinstance(kind, Array)]
    if not all(isinstance(kind, Number) for kind in others):
        return Array()
    ranks = [side.rank for side in sides]
    rank = None if None in ranks or operator == "@" else max(r for r in ranks if r is not None)
    if operator == "?":
        return Array(None, rank)
    dtype = common([side.dtype for side in sides])
    for number in others:
        if type(number) is Scalar:
            dtype = dtype if dtype == "float64" else None  # NumPy 1 and 2 differ
        elif isinstance(number, Number) and number.type == "float":
            dtype = _as_float(dtype)
        elif isinstance(number, Number) and (number.type != "int" or dtype == "bool"):
            dtype = dtype if dtype in FLOATS else None
    return Array(_as_float(dtype) if operator == "/" else dtype, rank)


def common(found: Seq[str | None]) -> str | None:
    """NumPy's common dtype: float32 and int64 are float64 there."""
    several = {*found}
    if None in several or not several:
        return None
    if len(several) == 1:
        return several.pop()
    if "float64" in several and several <= _DTYPES:
        return "float64"
    if several <= {"float32", "int32", "int64"}:
        return "float64" if "float32" in several else "int64"
    return None


def _as_float(dtype: str | None) -> str | None:
    return "float64" if dtype in ("bool", "int32", "int64") else dtype if dtype in FLOATS else None


def part(base: Array, node: cst.Subscript, kind: Callable[[cst.CSTNode], Kind]) -> Kind:
    """`a[i]`, `a[i, j]`, `a[1:]`"""
    fewer = 0
    for element in node.slice:
        if isinstance(element.slice, cst.Slice):
            continue
        assert isinstance(element.slice, cst.Index)
        index = kind(element.slice.value)
        if not isinstance(index, Number) or index.type == "bool":
            return Array(base.dtype, None, base.among)
        fewer += 1
    if base.rank is None or fewer > base.rank:
        return Array(base.dtype, None, base.among)
    return row(base, base.rank - fewer)
