"""Classes with a `forward` whose base nobody knows: they may be networks."""

from __future__ import annotations

import sys
from collections.abc import Callable

import libcst as cst

from porter.facts import ClassInfo, Facts
from porter.infer.names import is_torch
from porter.kinds import UNKNOWN, Kind, Named
from porter.rulebook import Refused

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


def _is_open(kind: Kind) -> bool:
    if not isinstance(kind, Named):
        return kind == UNKNOWN
    return not is_torch(kind.name) and kind.name.partition(".")[0] not in _KNOWN


_KNOWN = sys.stdlib_module_names | {"typing_extensions"}
