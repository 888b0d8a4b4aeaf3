"""What a class has of its bases: of torch's, of other files', and those that nobody knows: a class
with a `forward` may be a network."""

from __future__ import annotations

import sys
from collections.abc import Callable

import libcst as cst

from porter.facts import ClassInfo, Facts
from porter.infer.names import is_torch
from porter.kinds import UNKNOWN, Class, Kind, Named
from porter.rulebook import Refused, Rulebook
from porter.supers import Find

_HINT = "convert it together with the file that defines it, or inherit from nn.Module"
_OF_LOSS = "inherit from nn.Module, and call the function: F.mse_loss(x, y)"


def refuse(facts: Facts, info: ClassInfo, kind: Callable[[cst.CSTNode], Kind]) -> None:
    """A network's forward() is call() in the port: whether it is one has to be known."""
    if info.is_module or "forward" not in info.methods:
        return
    for base in info.node.bases:
        node = base.value.value if isinstance(base.value, cst.Subscript) else base.value
        found = kind(node)
        if isinstance(found, Named) and found.name.startswith("torch.nn."):
            message = f"{info.node.name.value} has a forward(), and the port's loss is no network"
            facts.refused[base.value] = Refused("P102", message, _OF_LOSS)
        elif _is_open(found):
            message = f"{info.node.name.value} has a forward(), and its base is not known"
            facts.refused[base.value] = Refused("P103", message, _HINT)


def block(info: ClassInfo, find: Find, book: Rulebook) -> str:
    """The torch class behind the bases, where that is a building block."""
    return next(filter(None, (_block(base, find, book) for base in info.bases)), "")


def _block(base: Kind, find: Find, book: Rulebook) -> str:
    if isinstance(base, Class):
        info = find(base.name)
        return info.block if info is not None else ""
    rule = book.find(base.name) if isinstance(base, Named) else None
    return base.name if isinstance(base, Named) and rule is not None and rule.is_class else ""


def have_tensors(info: ClassInfo, find: Find) -> bool:
    """Whether a base is of a file that imports torch: its methods may hand tensors to those of
    this class."""
    bases = (find(base.name) for base in info.bases if isinstance(base, Class))
    return any(method.torch for base in bases if base for method in base.methods.values())


def _is_open(kind: Kind) -> bool:
    if not isinstance(kind, Named):
        return kind == UNKNOWN
    return not is_torch(kind.name) and kind.name.partition(".")[0] not in _KNOWN


_KNOWN = sys.stdlib_module_names | {"typing_extensions"}
