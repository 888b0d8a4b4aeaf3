"""What was learned too late: values of unlike kinds that were read before all of them were seen.

`Scaler(torch.tensor(2))` is called, and then `Scaler(torch.tensor(0.5))` is made: what stands in
its methods has to be right for both. The file is analysed once more, which knows it from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import libcst as cst

from porter.facts import ClassInfo, FunctionInfo
from porter.infer.lambdas import Anonymous
from porter.infer.names import is_torch
from porter.kinds import (
    Array,
    Dictionary,
    Function,
    Kind,
    Named,
    Nothing,
    Number,
    Sequence,
    Tensor,
    Tuple,
    Union,
    join,
)
from porter.widest import widest


@dataclass
class Learned:
    """Kinds that join all that the file tells of attributes, arguments and the module's names."""

    attributes: dict[cst.ClassDef, dict[str, Kind]] = field(default_factory=dict)
    arguments: dict[cst.FunctionDef, dict[str, Kind]] = field(default_factory=dict)
    names: dict[str, Kind] = field(default_factory=dict)

    def adds_to(self, known: Learned) -> bool:
        """Whether any of it was not known."""
        return not (
            self.attributes.items() <= known.attributes.items()
            and self.arguments.items() <= known.arguments.items()
            and self.names.items() <= known.names.items()
        )

    def attribute(self, info: ClassInfo, name: str, before: Kind | None, kind: Kind) -> None:
        """An attribute is set to something else than what was read."""
        asked = name in info.asked or isinstance(before, Function)
        told = disagrees(kind) or isinstance(before, Function) or _widens(before, kind)
        if asked and before != kind and told:
            self.attributes.setdefault(info.node, {})[name] = kind

    def call(self, info: FunctionInfo) -> None:
        """A function that is not evaluated again is called with something else."""
        if any(map(disagrees, info.arguments.values())):
            self.arguments[info.node] = dict(info.arguments)

    def name(self, name: str, before: Kind | None, kind: Kind) -> None:
        """The module binds a name again that a function has read."""
        found = join(self.names.get(name, kind), kind)
        found = found if before is None else join(found, before)
        if disagrees(found) or _widens(before, found):
            self.names[name] = found

    def add(self, other: Learned) -> None:
        """Also what was learned after that."""
        self.attributes.update(other.attributes)
        self.arguments.update(other.arguments)
        self.names.update(other.names)

    def names_of(self, node: cst.ClassDef) -> Mapping[str, Kind]:
        """What is known of a class from the start."""
        return self.attributes.get(node, {})


def fitting(kind: Kind) -> Kind:
    """The same of any rank, for what later calls give; another dtype is learned too late."""
    if isinstance(kind, Tensor) and kind.dtype is not None:
        return type(kind)(kind.dtype, None)
    return widest(kind)


def _widens(before: Kind | None, kind: Kind) -> bool:
    """Whether a number is a whole one in one place and none in another."""
    typed = isinstance(before, Number) and before.type is not None
    return typed and isinstance(kind, Number) and kind.type is None


def disagrees(kind: Kind) -> bool:
    """Whether the dtype of a value, or which function of torch's it is, depends on who gave it."""
    if isinstance(kind, (Tensor, Array)):
        return bool(kind.among)
    if isinstance(kind, Sequence):
        return disagrees(kind.item)
    if isinstance(kind, (Dictionary, Tuple)):
        items = kind.items if isinstance(kind, Tuple) else [item for _, item in kind.entries]
        return any(map(disagrees, items))
    if not isinstance(kind, Union):
        return False
    some = [k for k in kind.kinds if not isinstance(k, Nothing)]
    if len(some) > 1 and any(map(_is_function, some)):
        return True  # now one, now another: `act = torch.tanh`
    tensors = [k for k in some if isinstance(k, Tensor)]
    numbers = any(isinstance(k, (Array, Number)) for k in some)
    return bool(tensors) and (numbers or any(map(disagrees, tensors)))


def _is_function(kind: Kind) -> bool:
    """Whether it is a function, of the program or of torch's; no class."""
    return isinstance(kind, (Anonymous, Function)) or (
        isinstance(kind, Named)
        and is_torch(kind.name)
        and kind.name.rpartition(".")[2][:1].islower()
    )
