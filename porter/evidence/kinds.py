"""Values that were seen as kinds: the same lattice that the text fills."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from porter.evidence.model import Value
from porter.infer.names import one_spelling
from porter.kinds import (
    NEVER,
    UNKNOWN,
    Array,
    Device,
    Dtype,
    Instance,
    Kind,
    Module,
    Nothing,
    Number,
    Optimizer,
    Parameter,
    Scalar,
    Size,
    Tensor,
    Text,
    Tuple,
    Unknown,
    join,
)

# What a value can't be at once; numbers and arrays are alike for this
_IS: dict[str, tuple[type[Kind], ...]] = {
    "tensor": (Tensor,), "parameter": (Tensor,), "array": (Array, Number),
    "scalar": (Array, Number), "number": (Array, Number), "network": (Module,),
    "optimizer": (Optimizer,), "text": (Text,),
}  # fmt: skip
_KNOWN = (Tensor, Array, Number, Module, Optimizer, Text)

ClassNamed = Callable[[str, str], "str | None"]  # a class of the project by its file and name
_PLAIN = {"text": Text(), "none": Nothing(), "device": Device(), "dtype": Dtype()}
_SORTS = (Tensor, Array, Number, Text, Tuple, Size, Module, Optimizer, Instance, Device, Dtype)


def kind_of(values: Iterable[Value], class_named: ClassNamed) -> Kind:
    """The kind that all of them are, or None; UNKNOWN where they are of several sorts."""
    found = [_kind(value, class_named) for value in values]
    sorts = {_sort(kind) for kind in found} - {Nothing}
    if len(sorts) != 1 or Unknown in sorts:
        return UNKNOWN
    nothing: Kind = NEVER
    return reduce(join, found, nothing)


def _sort(kind: Kind) -> type[Kind]:
    return next((sort for sort in _SORTS if isinstance(kind, sort)), type(kind))


def _kind(value: Value, class_named: ClassNamed) -> Kind:
    rank = None if value.shape is None else len(value.shape)
    if value.kind in ("tensor", "parameter"):
        return (Tensor if value.kind == "tensor" else Parameter)(value.name or None, rank)
    if value.kind == "array":
        return Array(value.name or None, rank)
    if value.kind == "scalar":
        return Scalar(value.name.strip("u0123456789_") or None)
    if value.kind == "number":
        return Number(value.name or None)
    if value.kind == "size":
        return Size(Number("int"))
    if value.kind == "tuple" and value.items:
        return Tuple(tuple(_kind(item, class_named) for item in value.items))
    if value.kind in ("network", "optimizer", "object"):
        return _object(value, class_named)
    return _PLAIN.get(value.kind, UNKNOWN)


def _object(value: Value, class_named: ClassNamed) -> Kind:
    """Of a class of the project, or of torch; a library's other objects stay unknown."""
    sort = {"network": Module, "optimizer": Optimizer, "object": Instance}[value.kind]
    if value.file:
        name = class_named(value.file, value.name.rpartition(".")[2])
        return sort(name) if name else UNKNOWN
    name = one_spelling(value.name)
    if name.startswith("torch.distributions."):
        name = f"torch.distributions.{name.rpartition('.')[2]}"
    of_torch = ("torch.nn.", "torch.optim.", "torch.distributions.")
    return sort(name) if name.startswith(of_torch) else UNKNOWN


def contradicts(kind: Kind, seen: Iterable[Value]) -> bool:
    """Whether a run never saw what the text tells."""
    if not isinstance(kind, _KNOWN):
        return False
    sorts = [_IS.get(value.kind) for value in seen]
    return all(sort is not None and not isinstance(kind, sort) for sort in sorts)
