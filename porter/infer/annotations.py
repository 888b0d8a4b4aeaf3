"""What an annotation tells of a value's kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import libcst as cst

from porter.facts import ClassInfo
from porter.infer.names import TENSOR_TYPES, is_torch
from porter.kinds import (
    NEVER,
    TENSOR,
    UNKNOWN,
    Array,
    Class,
    Device,
    Dtype,
    Instance,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Parameter,
    Sequence,
    Tensor,
    Text,
    Tuple,
    Unknown,
    join,
)

Kinds = Callable[[cst.CSTNode], Kind]
Classes = Callable[[str], ClassInfo | None]

VARIABLE = "torch.autograd.Variable"  # as a class it is that of all tensors
_MAKES = "torch.tensor"  # a function, which people write where they mean the class
_PLAIN: dict[str, Kind] = {
    "torch.Tensor": TENSOR,
    "torch.device": Device(),
    "torch.dtype": Dtype(),
    "torch.nn.Module": Module(),
    "torch.nn.Parameter": Parameter(),
    "torch.nn.parameter.Parameter": Parameter(),
    "torch.optim.Optimizer": Optimizer(),
    "torch.utils.tensorboard.SummaryWriter": Instance("torch.utils.tensorboard.SummaryWriter"),
    "builtins.int": Number("int"),
    "builtins.float": Number("float"),
    "builtins.bool": Number("bool"),
    "builtins.str": Text(),
    "numpy.ndarray": Array(),
}
_PACKAGES = {"torch.nn": "torch.nn.Module", "torch.optim": "torch.optim.Optimizer"}
# Classes of torch.distributions that only their heirs make objects of
_ABSTRACT = frozenset({"Distribution", "ExponentialFamily", "Transform"})
# `list[X]` and its like, with or without `typing.` before them
_SEQUENCES = frozenset(
    "list List Sequence Iterable Iterator Generator deque Deque set Set Collection".split()
)
_HOMES = frozenset({"builtins", "typing", "collections", "collections.abc"})
_OBJECTS = (Tensor, Instance, Module, Device, Optimizer)


def meant_by(name: str | Kind) -> str:
    """The class that an annotation means: a torch.FloatTensor is a tensor, and `torch.optim`, where
    optimizers are, is one of these; so is `torch.nn`."""
    name = name.name if isinstance(name, Named) else name
    home, _, last = name.rpartition(".") if isinstance(name, str) else ("", "", "")
    if (last in TENSOR_TYPES and is_torch(home)) or name in (VARIABLE, _MAKES):
        return "torch.Tensor"
    return _PACKAGES.get(name, "") if isinstance(name, str) else ""


def annotated(node: cst.BaseExpression, kind: Kinds, classes: Classes) -> Kind:
    """The kind of a value under this annotation; `kind` knows what its names stand for."""
    if isinstance(node, cst.BinaryOperation):
        return _either(annotated(n, kind, classes) for n in (node.left, node.right))
    if isinstance(node, cst.Subscript):
        return _generic(node, kind, classes)
    found = kind(node)
    if isinstance(found, Named):
        if found.name.startswith("torch.optim.lr_scheduler."):
            return Instance(found.name)
        home, _, name = found.name.rpartition(".")
        if home.startswith("torch.distributions") and name[:1].isupper() and name not in _ABSTRACT:
            return Instance(f"torch.distributions.{name}")
        return _PLAIN.get(found.name, UNKNOWN)
    if isinstance(found, Class):
        info = classes(found.name)
        return Module(found.name) if info and info.is_module else Instance(found.name)
    return found if isinstance(found, Nothing) else UNKNOWN


def with_default(promised: Kind, default: Kind) -> Kind:
    """The kind of a field or a parameter: its default is only one of the values it may have."""
    if isinstance(promised, Unknown):
        return UNKNOWN if isinstance(default, Nothing) else default
    return promised if isinstance(promised, _OBJECTS) else join(promised, default)


def _generic(node: cst.Subscript, kind: Kinds, classes: Classes) -> Kind:
    """`list[X]`, `tuple[X, Y]`, `Optional[X]`, `Union[X, Y]`."""
    found = kind(node.value)
    home, _, name = found.name.rpartition(".") if isinstance(found, Named) else ("", "", "")
    if home not in _HOMES:
        return UNKNOWN
    parts = [e.slice.value for e in node.slice if isinstance(e.slice, cst.Index)]
    inner = [annotated(part, kind, classes) for part in parts]
    if name == "Optional":
        return _either([*inner, Nothing()])
    if name == "Union":
        return _either(inner)
    if name in _SEQUENCES:
        return Sequence(inner[0])
    if name in ("tuple", "Tuple"):
        if len(parts) == 2 and isinstance(parts[1], cst.Ellipsis):
            return Sequence(inner[0])
        return Tuple(tuple(inner))
    return UNKNOWN


def _either(kinds: Iterable[Kind]) -> Kind:
    """One of several. An object that may be None is used as one only where it is not None."""
    members = list(kinds)
    found: Kind = NEVER
    for member in members:
        found = found if isinstance(member, Nothing) else join(found, member)
    certain = Nothing() not in members or isinstance(found, _OBJECTS)
    return found if certain else UNKNOWN
