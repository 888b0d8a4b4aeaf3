"""What the words of an annotation or an isinstance() guard mean as kinds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from porter import kinds, promotion
from porter.kinds import UNKNOWN, Kind

if TYPE_CHECKING:
    from porter.rulebook.bind import Value

_CLASSES: dict[str, tuple[type[Kind], ...]] = {
    "Tensor": (kinds.Tensor,),
    "Parameter": (kinds.Parameter,),
    "Array": (kinds.Array,),
    "Number": (kinds.Number,),
    "Text": (kinds.Text,),
    "Nothing": (kinds.Nothing,),
    "Sequence": (kinds.Sequence, kinds.Tuple),
    "Size": (kinds.Size, kinds.Shape),
    "Module": (kinds.Module,),
    "Optimizer": (kinds.Optimizer,),
    "OneGroup": (kinds.Optimizer,),
    "ParamGroup": (kinds.ParamGroup,),
    "Parameters": (kinds.Parameters,),
    "Device": (kinds.Device, kinds.Text),  # torch takes "cuda" for a device, too
    "Dtype": (kinds.Dtype,),
    "Instance": (kinds.Instance,),  # of a class that is known
}
_TYPES = frozenset({"int", "float", "bool"})  # of Python numbers
_DTYPES = {"Float": promotion.FLOATS, "Int": promotion.INTS, "Bool": frozenset({"bool"})}
_DTYPES["Complex"] = frozenset({"complex64", "complex128"})
_OPERANDS = (kinds.Tensor, kinds.Number, kinds.Union)
_OF_ARRAYS = frozenset({"float32", "float64", "int64"})  # where nothing tells which
OF_ANYTHING = _OF_ARRAYS | {"bool"}  # `json.loads(text)`
_OF_NUMBERS = frozenset({"int64", "float32"})
_OF_SCALARS = {"float": frozenset({"float32", "float64"}), "int": frozenset({"int32", "int64"})}
_REAL = {"complex64": "float32", "complex128": "float64"}
_COMPLEX = {real: whole for whole, real in _REAL.items()}
_LEAVES = {  # the types of the numbers in nested lists
    "Ints": ({"int"},),
    "Bools": ({"bool"},),
    "Floats": ({"float"}, {"int", "float"}),
    "SomeParameters": (),
    "SomeTensors": (),
}
_LISTS = frozenset({"Pair", "TensorList"})
WORDS = frozenset(_CLASSES) | frozenset(_DTYPES) | frozenset(_LEAVES) | _TYPES | _LISTS


def is_a(kind: Kind, word: str) -> bool | None:
    """Whether a value of this kind is what the word says; None where that isn't known.

    A word that is none of the vocabulary's is the name of a building block that is a class.
    """
    if isinstance(kind, kinds.Union):
        answers = {is_a(k, word) for k in kind.kinds}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(kind, (kinds.Unknown, kinds.Never)):
        return None
    if word not in WORDS:
        return isinstance(kind, kinds.Instance) and kind.cls.rpartition(".")[2] == word
    if word in _TYPES:
        if not isinstance(kind, kinds.Number):
            return False
        if kind.type is None or isinstance(kind, kinds.Scalar):
            return None
        return kind.type == word
    if word == "SomeTensors":
        return _holds_tensors(kind)
    if word == "SomeParameters":
        return any(isinstance(k, kinds.Parameter) for k in getattr(kind, "items", ()))
    if word == "Pair":
        tensors = [k for k in getattr(kind, "items", ()) if isinstance(k, kinds.Tensor)]
        return isinstance(kind, kinds.Tuple) and len(tensors) == len(kind.items) == 2
    if word == "TensorList":
        listed = isinstance(kind, kinds.Sequence)
        return listed and isinstance(kinds.item_of(kind), kinds.Tensor)
    if word in _LEAVES:
        return _leaves(kind) in _LEAVES[word]
    if word in _DTYPES and isinstance(kind, kinds.Dtype):
        return kind.name in _DTYPES[word] if kind.name else None
    if word in _DTYPES:
        if not isinstance(kind, kinds.Tensor):
            return False
        answers = {dtype in _DTYPES[word] for dtype in kinds.dtypes(kind)}
        return answers.pop() if len(answers) == 1 else None
    if word == "OneGroup" and isinstance(kind, kinds.Optimizer):
        return not kind.grouped if kind.cls else None
    if word == "Parameter" and type(kind) is kinds.Tensor:
        return None  # `kinds` may not know that a tensor is a parameter
    return isinstance(kind, _CLASSES[word])


def _leaves(kind: Kind) -> set[str | None]:
    """The types of the numbers in nested lists; {None} if anything else is in there."""
    if type(kind) is kinds.Number:
        return {kind.type}
    if isinstance(kind, kinds.Sequence):
        return _leaves(kind.item)
    if isinstance(kind, kinds.Tuple) and kind.items:
        return set().union(*map(_leaves, kind.items))
    return {None}


def _holds_tensors(kind: Kind) -> bool:
    """Whether nested lists have, or may have, a tensor among their items."""
    if isinstance(kind, kinds.Sequence):
        return kinds.may_be_tensor(kind.item) or _holds_tensors(kind.item)
    items = kind.items if isinstance(kind, kinds.Tuple) else ()
    return any(kinds.may_be_tensor(item) or _holds_tensors(item) for item in items)


_FIXED: dict[str, Kind] = {
    "Tensor": kinds.TENSOR,
    "Float": kinds.FLOAT,
    "Double": kinds.Tensor("float64"),
    "Int": kinds.Tensor("int64"),
    "IntVector": kinds.Tensor("int64", 1),
    "Bool": kinds.Tensor("bool"),
    "Array": kinds.Array(),
    "Number": kinds.Number(),
    "int": kinds.Number("int"),
    "float": kinds.Number("float"),
    "bool": kinds.Number("bool"),
    "Text": kinds.Text(),
    "Nothing": kinds.Nothing(),
    "Device": kinds.Device(),
    "Dtype": kinds.Dtype(),
    "Module": kinds.Module(),
    "Optimizer": kinds.Optimizer(),
    "Parameters": kinds.Parameters(),
    "ParamGroup": kinds.ParamGroup(),
    "Object": kinds.UNKNOWN,
    "Sequence": kinds.Sequence(),
    "Size": kinds.Size(kinds.Number("int")),
    "Parameter": kinds.Parameter("float32"),
    "IntParameter": kinds.Parameter("int64", 0),
}
# Kinds that depend on the first parameter: its dtype and rank -> dtype and rank.
_RELATIVE: dict[str, Callable[[kinds.Tensor], Kind]] = {
    "SameShape": lambda t: kinds.Tensor(t.dtype, t.rank, t.among),
    "SameDtype": lambda t: kinds.Tensor(t.dtype, None, t.among),
    "Scalar": lambda t: kinds.Tensor(t.dtype, 0, t.among),
    "Matrix": lambda t: kinds.Tensor(t.dtype, 2, t.among),
    "Raised": lambda t: kinds.Tensor(t.dtype, _plus(t.rank, 1), t.among),
    "Lowered": lambda t: kinds.Tensor(t.dtype, _plus(t.rank, -1), t.among),
    "ArrayLike": lambda t: kinds.Array(t.dtype, t.rank, t.among),
    "BoolLike": lambda t: kinds.Tensor("bool", t.rank),
    "FloatLike": lambda t: kinds.Tensor("float32", t.rank),
    "DoubleLike": lambda t: kinds.Tensor("float64", t.rank),
    "IntLike": lambda t: kinds.Tensor("int64", t.rank),
    "Int32Like": lambda t: kinds.Tensor("int32", t.rank),
    "HalfLike": lambda t: kinds.Tensor("float16", t.rank),
    "BfloatLike": lambda t: kinds.Tensor("bfloat16", t.rank),
    "ShortLike": lambda t: kinds.Tensor("int16", t.rank),
    "CharLike": lambda t: kinds.Tensor("int8", t.rank),
    "ByteLike": lambda t: kinds.Tensor("uint8", t.rank),
    "ParameterLike": lambda t: kinds.Parameter(t.dtype, t.rank),
    "RealLike": lambda t: kinds.Tensor(_REAL.get(t.dtype or "", t.dtype), t.rank),
    "ComplexLike": lambda t: kinds.Tensor(_COMPLEX.get(t.dtype or ""), t.rank),
}
# Kinds of the highest rank among the arguments, with their dtype if that isn't the first's.
_BROADCAST = {
    "Broadcast": None,
    "BoolBroadcast": "bool",
    "FloatBroadcast": "float32",
    "DoubleBroadcast": "float64",
}
# Kinds that depend on the call's arguments as a whole.
_REDUCED = {"Reduced": "", "IntReduced": "int64", "BoolReduced": "bool"}
_COMPUTED = frozenset(
    (
        "Same Self Sequenced Collated Counted OfObjects Typed TypedLike "
        "TypedParameter Vector Picked Joined Meshed Stacked Shaped"
    ).split()
) | frozenset(_BROADCAST)
RESULTS = frozenset(_FIXED) | frozenset(_RELATIVE) | frozenset(_REDUCED) | _COMPUTED
GUARDS = frozenset(
    {"isinstance", "known", "ordered", "same_dtype", "nonnegative", "rank", "dtype", "len"}
)
VOCABULARY = (
    WORDS
    | RESULTS
    | GUARDS
    | {"Mask", "Promoted", "PromotedFloat", "Operand", "Summed", "Index", "Alike", "Tensors"}
    | {"Shape", "Unsupported", "port", "match", "block"}
)


def result(annotation: ast.expr | None, bound: Mapping[str, Value]) -> Kind:
    """The kind that an annotation promises for these arguments; the first is the receiver."""
    if isinstance(annotation, ast.Subscript):  # tuple[A, B], list[A]
        inner = annotation.slice
        if isinstance(inner, ast.Tuple):
            return kinds.Tuple(tuple(result(item, bound) for item in inner.elts))
        return kinds.Sequence(result(inner, bound))
    found = _plain(annotation.id if isinstance(annotation, ast.Name) else "", bound)
    data = bound.get("data") or bound.get("ndarray")
    if not isinstance(found, kinds.Tensor) or data is None:
        return found
    if found == kinds.TENSOR:
        found = _of_data(data.kind)
    return replace(found, rank=_rank_of_data(bound)) if found.rank is None else found


def _plain(word: str, bound: Mapping[str, Value]) -> Kind:
    first = next(iter(bound.values())).kind if bound else kinds.UNKNOWN
    tensors = (v.kind for v in bound.values() if isinstance(v.kind, kinds.Tensor))
    number = isinstance(first, kinds.Number)  # torch.pow(2, x): x says what comes out
    tensor = next(tensors, kinds.TENSOR) if number else first
    tensor = tensor if isinstance(tensor, kinds.Tensor) else kinds.TENSOR
    if word in _RELATIVE:
        return _RELATIVE[word](tensor)
    if word == "Same":
        return first
    if word == "Sequenced":
        return first if isinstance(first, kinds.Instance) else kinds.FLOAT
    if word == "Collated":
        rows = first == kinds.Instance("torch.utils.data.TensorDataset")
        return kinds.Sequence(kinds.TENSOR) if rows else kinds.TAINTED
    if word == "OfObjects":
        return kinds.Tensor(own_dtype(v.kind for v in bound.values()))
    if word == "Counted":
        rank = 1 if "start" in bound else _length(bound)  # of arange()
        return kinds.Tensor(None, rank, _OF_NUMBERS)
    if word == "Dtype":
        return kinds.Dtype(tensor.dtype or "")
    if word in ("Typed", "TypedLike"):
        return _typed(word, tensor, bound)
    if word == "TypedParameter":
        typed = _typed("Typed", tensor, bound)
        return kinds.Parameter(typed.dtype, typed.rank)
    if word == "Vector":
        return replace(_typed("Typed", tensor, bound), rank=1)
    if word in _REDUCED:
        dtype = _REDUCED[word] or _said(tensor.dtype, bound)
        among = frozenset() if _REDUCED[word] or _says(bound) else tensor.among
        return kinds.Tensor(dtype, _reduced(tensor.rank, bound), among)
    if word == "Picked" or word in _BROADCAST:
        ranks = [_height(v.kind) for v in bound.values() if _operand(v.kind)]
        rank = None if None in ranks else max((r for r in ranks if r is not None), default=None)
        dtype = _BROADCAST.get(word) or tensor.dtype
        if word == "Picked":
            return kinds.Tensor(_picked(bound), rank)
        operands = [v.kind for v in bound.values() if isinstance(v.kind, _OPERANDS)]
        among = frozenset[str]() if dtype is not None else promotion.among(operands)
        return kinds.Tensor(dtype, rank, among)
    if word == "Meshed":  # `meshgrid(x, y)` and `meshgrid([x, y])`
        parts = first.items if isinstance(first, kinds.Tuple) else ()
        whole = parts[0] if len(parts) == 1 and not isinstance(parts[0], kinds.Tensor) else first
        rank = len(whole.items) if isinstance(whole, kinds.Tuple) else None
        return replace(_joined("Joined", whole), rank=rank)
    if word in ("Joined", "Stacked"):
        return _joined(word, first)
    if word == "Shaped":
        return kinds.Tensor(_said(tensor.dtype, bound), _length(bound))
    return _FIXED.get(word, UNKNOWN)


def _joined(word: str, tensors: Kind) -> kinds.Tensor:
    """What tensors in a list are joined to, or stacked."""
    item = kinds.item_of(tensors)
    item = item if isinstance(item, kinds.Tensor) else kinds.TENSOR
    parts = tensors.items if isinstance(tensors, kinds.Tuple) else (item,)
    known = {part.rank for part in parts if isinstance(part, kinds.Tensor)} - {None}
    height = known.pop() if len(known) == 1 else None  # one for all: else torch would refuse
    found = {item.dtype} if item.dtype is not None else promotion.among(parts)
    return replace(kinds.of_dtypes(found), rank=_plus(height, word == "Stacked"))


def own_dtype(values: Iterable[Kind]) -> str | None:
    """The one dtype of all tensors, distributions and numbers that something is made of."""
    found = set()
    for kind in values:
        if isinstance(kind, (kinds.Tensor, kinds.Instance)):
            found.add(kind.dtype)
        elif not isinstance(kind, (kinds.Number, kinds.Nothing)):
            return None
    return found.pop() if len(found) == 1 else None if found else promotion.DEFAULT


def _typed(word: str, like: kinds.Tensor, bound: Mapping[str, Value]) -> kinds.Tensor:
    """The dtype that an argument says: float32, or that of the tensor, if none does."""
    rank = like.rank if word == "TypedLike" else _length(bound)
    said = bound["dtype"].kind if "dtype" in bound else UNKNOWN
    if kinds.Text() in getattr(said, "kinds", (said,)):  # x.type(name)
        return kinds.of_dtypes(_OF_ARRAYS, rank)
    says = [bound[name].kind for name in ("dtype", "device", "other") if name in bound]
    for kind in says:
        if isinstance(kind, kinds.Union):
            return kinds.of_dtypes(_several(kind), rank)
        if isinstance(kind, kinds.Dtype):
            return kinds.Tensor(kind.name or None, rank)
        if isinstance(kind, kinds.Tensor):
            return kinds.Tensor(kind.dtype, rank)
    if says and isinstance(says[0], kinds.Unknown):
        return kinds.Tensor(None, rank)
    return kinds.Tensor(like.dtype if word == "TypedLike" else "float32", rank)


def _several(says: kinds.Union) -> Iterable[str]:
    """The dtypes that an argument may say; none where one of them isn't known."""
    found = [one.name if isinstance(one, kinds.Dtype) else "" for one in says.kinds]
    return found if all(found) else ()


def _said(dtype: str | None, bound: Mapping[str, Value]) -> str | None:
    """The dtype that the argument `dtype` asks for, else the one that is there."""
    if not _says(bound):
        return dtype
    said = bound["dtype"].kind
    return said.name or None if isinstance(said, kinds.Dtype) else None


def _says(bound: Mapping[str, Value]) -> bool:
    """Whether the call has an argument `dtype`."""
    return "dtype" in bound and not isinstance(bound["dtype"].kind, kinds.Nothing)


def _picked(bound: Mapping[str, Value]) -> str | None:
    """The dtype of the tensors behind the first argument: they were promoted to one."""
    found = {v.kind.dtype for v in [*bound.values()][1:] if isinstance(v.kind, kinds.Tensor)}
    return found.pop() if len(found) == 1 else None


def _operand(kind: Kind) -> bool:
    return not isinstance(kind, (kinds.Nothing, kinds.Number))


def _height(kind: Kind) -> int | None:
    """The rank of an operand: what is not known may have any."""
    return None if isinstance(kind, (kinds.Unknown, kinds.Union)) else getattr(kind, "rank", 0)


def _plus(rank: int | None, step: int) -> int | None:
    return None if rank is None or rank + step < 0 else rank + step


def _reduced(rank: int | None, bound: Mapping[str, Value]) -> int | None:
    """The rank after a reduction over `dim`; not known where nothing is (`gives`)."""
    if "dim" not in bound:
        return None
    if "keepdim" in bound and bound["keepdim"].literal is not False:
        return rank if bound["keepdim"].literal is True else None
    dim = bound["dim"].kind
    if isinstance(dim, kinds.Nothing) or dim == kinds.Number("bool"):  # `x.std(False)`
        return 0
    if isinstance(dim, kinds.Number):
        return _plus(rank, -1)
    return _plus(rank, -len(dim.items)) if isinstance(dim, kinds.Tuple) else None


def _of_data(kind: Kind) -> kinds.Tensor:
    """torch.tensor(data) keeps NumPy's dtype; whole numbers and floats become one of two."""
    if isinstance(kind, kinds.Array):
        among = kind.among if kind.dtype or kind.among else _OF_ARRAYS
        return kinds.Tensor(kind.dtype, kind.rank, among)
    item = _item(kind)
    if type(item) is kinds.Number:
        return kinds.Tensor(None, None, _OF_NUMBERS)
    if isinstance(item, kinds.Scalar):
        return kinds.Tensor(None, None, _OF_SCALARS.get(item.type or "", _OF_ARRAYS))
    anything = item in (kinds.HOST, kinds.UNKNOWN)
    return kinds.Tensor(None, None, OF_ANYTHING) if anything else kinds.TENSOR


def _item(kind: Kind) -> Kind:
    """What lies in nested lists."""
    while isinstance(kind, (kinds.Sequence, kinds.Tuple)):
        kind = kinds.item_of(kind)
    return kind


def _rank_of_data(bound: Mapping[str, Value]) -> int | None:
    """Of torch.FloatTensor([[1, 2]]), and of torch.FloatTensor(2, 3)."""
    data, size = (bound.get("data") or bound["ndarray"]).kind, bound.get("size")
    if size is None or not (size.indices or isinstance(data, kinds.Number)):
        return _depth(data)
    return len(size.kind.items) + 1 if isinstance(size.kind, kinds.Tuple) else None


def _depth(kind: Kind) -> int | None:
    """How many lists are around the numbers. A tensor in a list is one of them."""
    if isinstance(kind, kinds.Number):
        return 0
    if isinstance(kind, (kinds.Tuple, kinds.Sequence)):
        item = kinds.item_of(kind)
        return 1 if isinstance(item, kinds.Tensor) else _plus(_depth(item), 1)
    return kind.rank if isinstance(kind, (kinds.Tensor, kinds.Array)) else None


def _length(bound: Mapping[str, Value]) -> int | None:
    """The rank that the parameter `size` or `shape` asks for."""
    value = bound.get("size") or bound.get("shape")
    return len(value.kind.items) if value and isinstance(value.kind, kinds.Tuple) else None
