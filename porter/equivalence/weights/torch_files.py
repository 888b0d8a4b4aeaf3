"""Files that torch.save wrote: read without running any code that they hold, written whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from porter.equivalence.events import Arrays
from porter.equivalence.weights.atomic import replaced
from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.torch_weights import as_numpy


@dataclass
class Content:
    """What a file holds, by dotted paths through its dicts.

    `optimizers` are state dicts; `others` are neither weights nor optimizers.
    """

    weights: Arrays = field(default_factory=dict)
    optimizers: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    others: dict[str, Any] = field(default_factory=dict)

    def add(self, value: Any, path: str = "") -> None:
        """Sort in what was found at a path."""
        if isinstance(value, torch.Tensor):
            self.weights[path] = as_numpy(value)
        elif not isinstance(value, Mapping):
            self.others[path] = value
        elif value.keys() == {"state", "param_groups"}:
            self.optimizers[path] = value
        else:
            for key, part in value.items():
                self.add(part, f"{path}.{key}".lstrip("."))

    @property
    def dtypes(self) -> set[str]:
        """The floating-point dtypes of the weights."""
        return {array.dtype.name for array in self.weights.values() if array.dtype.kind == "f"}


def load(path: Path, key: str = "") -> Any:
    """What the file holds, or what its dicts hold at a dotted key; no pickled code is run.

    Raises TransferError for a file that can't be read so, and for a key that it lacks.
    """
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # damaged files make torch raise of every kind
        forbidden = re.search(r"GLOBAL (\S+)", str(error))
        if forbidden:
            raise TransferError(
                f"{path} holds a {forbidden[1]}, and porter runs no code of a file; load it in"
                " PyTorch and save tensors alone: torch.save(net.state_dict(), path)"
            ) from error
        line = str(error).partition("\n")[0] or type(error).__name__
        raise TransferError(f"{path} is no file that torch.save wrote: {line}") from error
    for name in key.split(".") if key else ():
        if not isinstance(found, Mapping) or name not in found:
            names = ", ".join(map(str, found)) if isinstance(found, Mapping) else "no names"
            raise TransferError(f"{path} has no {key}; there it has {names}")
        found = found[name]
    return found


def save(state: Mapping[str, Any], path: Path) -> None:
    """Write the file, or leave the one that is there."""
    with replaced(path) as temporary:
        torch.save(state, temporary)
