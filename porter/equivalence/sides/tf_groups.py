"""The port's optimizers as the original holds their parameters: by parameters, not by number.

What the original has in one optimizer, as two parameter groups, the port may have in two, or the
reverse. Their updates are told as the original's: put together, or divided.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from porter.equivalence.events import Arrays, Kind, Site
from porter.equivalence.weights.hyperparameters import by_group
from porter.equivalence.weights.optimizers import torch_type

if TYPE_CHECKING:
    from porter.equivalence.sides.tf_side import TensorFlowSide

Owners = Sequence[tuple[str, list[str], bool]]  # the original's: name, parameters, already paired


@dataclass(frozen=True)
class Part:
    """What an optimizer of the port has of one of the original's, or an update of that."""

    where: tuple[Site, ...]
    type: str
    paths: list[str]
    groups: list[dict[str, Any]]  # the numbers of each parameter group
    arrays: Arrays = field(default_factory=dict)
    assigned: dict[str, Site] = field(default_factory=dict)


@dataclass
class Whole:
    """An optimizer of the original: what the port's have of it, and their updates so far."""

    name: str
    paths: list[str]
    told: bool = False
    parts: dict[int, Part] = field(default_factory=dict)  # by the id of the port's optimizer
    steps: dict[int, Part] = field(default_factory=dict)

    def complete(self, parts: dict[int, Part]) -> bool:
        return {path for part in parts.values() for path in part.paths} >= {*self.paths}

    def ordered(self, parts: dict[int, Part]) -> list[dict[str, Any]]:
        """The parameter groups, in the order of the original's parameters."""
        place = {path: i for i, path in enumerate(self.paths)}
        known = sorted(parts.values(), key=lambda part: place.get(part.paths[0], 0))
        return [group for part in known for group in part.groups]


class Groups:
    """Tells of the port's optimizers and of their updates."""

    def __init__(self, side: TensorFlowSide) -> None:
        self.side = side
        self.names: weakref.WeakKeyDictionary[Any, tuple[str, tuple[Site, ...]]]
        self.names = weakref.WeakKeyDictionary()  # the original's of the same line, "" for none
        self.wholes: dict[str, Whole] = {}
        self.of: weakref.WeakKeyDictionary[Any, list[Whole]] = weakref.WeakKeyDictionary()

    def add(self, optimizer: Any, name: str, where: tuple[Site, ...]) -> None:
        self.names[optimizer] = name, where
        if optimizer.built:  # Keras's own learn their variables with the first update
            self.announce(optimizer)

    def announce(self, optimizer: Any, stepping: bool = False) -> bool:
        """Tell of an optimizer, at its first update at the latest; whether it has a partner."""
        if optimizer not in self.of:
            (name, where), table = self.names[optimizer], self.side.table
            paths = table.add_optimizer(name, optimizer)
            owners: Owners = self.side.wire.ask("owners", paths)
            found = shares(name, paths, owners)
            if not stepping and [*found] != [name]:
                return True  # by the first update the others are known
            known = {owner: own for owner, own, _ in owners}
            self.of[optimizer] = []
            for owner, own in found.items():
                everything = known.get(owner, own)
                part_only = {*own} < {*everything}
                whole = self.wholes.setdefault(
                    owner, Whole(owner, everything if part_only else own)
                )
                self.of[optimizer].append(whole)
                groups = table.among(optimizer, own, table.numbers(optimizer))
                whole.parts[id(optimizer)] = Part(where, torch_type(optimizer), own, groups)
                if whole.complete(whole.parts):
                    self._tell(whole)
        return bool(self.of[optimizer])

    def _tell(self, whole: Whole) -> None:
        if not whole.told:
            whole.told = True
            first = next(iter(whole.parts.values()))
            paths = [path for part in whole.parts.values() for path in part.paths]
            self.side.emit(
                Kind.OPTIMIZER, first.where, whole.name, type=first.type,
                parameters=paths, **by_group(whole.ordered(whole.parts)),
            )  # fmt: skip

    def fellows(self, optimizer: Any) -> list[Any]:
        """It and all that are parts of the same; their state is taken over together."""
        mine = self.of[optimizer]
        others = [o for o, wholes in self.of.items() if any(whole in mine for whole in wholes)]
        return [optimizer, *(other for other in others if other is not optimizer)]

    def step(self, optimizer: Any, made: Part) -> Arrays:
        """Tell of an update; the original's state after it, where that is to be taken over."""
        state: Arrays = {}
        for whole, step in self._divided(optimizer, made):
            if id(optimizer) in whole.steps:  # the others have not made theirs
                self._made(whole)
            whole.steps[id(optimizer)] = step
            if whole.complete(whole.steps):
                state |= self._made(whole)
        return state

    def _made(self, whole: Whole) -> Arrays:
        self._tell(whole)
        steps, whole.steps = whole.steps, {}
        last = [*steps.values()][-1]
        arrays: Arrays = {}
        for step in steps.values():
            before = {key: array for key, array in arrays.items() if key.startswith("before/")}
            arrays = {**arrays, **step.arrays, **before}
        self.side.emit(
            Kind.STEP, last.where, whole.name, arrays,
            assigned=last.assigned, **by_group(whole.ordered(steps)),
        )  # fmt: skip
        if not self.side.run.resync or self.side.over:
            return {}
        state: Arrays | None = self.side.wire.ask("state", (whole.name, self.side.steps))
        return state or {}  # None: the original has ended before

    def _divided(self, optimizer: Any, made: Part) -> Iterator[tuple[Whole, Part]]:
        """The update as those of the original's optimizers, in their order."""
        waiting = {whole.name: whole for whole in self.of[optimizer]}
        if len(waiting) == 1:
            yield from ((whole, made) for whole in waiting.values())
            return
        arrays = made.arrays
        while waiting:
            following = self.side.wire.ask("next", self.side.steps + 1)
            whole = waiting.pop(following if following in waiting else next(iter(waiting)))
            own = whole.parts[id(optimizer)].paths
            later = {path for other in waiting.values() for path in other.paths}
            now = {
                f"after/{path}": arrays[f"before/{path}"]
                for path in later
                if f"before/{path}" in arrays
            }
            groups = self.side.table.among(optimizer, own, made.groups)
            yield whole, replace(made, paths=own, groups=groups, arrays=_of(own, arrays) | now)
            arrays |= {
                f"before/{path}": arrays[f"after/{path}"]
                for path in own
                if f"after/{path}" in arrays
            }

    def flush(self) -> None:
        """The program is over: tell what waited for others."""
        for optimizer in list(self.names):
            if optimizer not in self.of and self.names[optimizer][0] and optimizer.built:
                self.announce(optimizer, stepping=True)
        for whole in self.wholes.values():
            if whole.steps:
                self._made(whole)
            self._tell(whole)


def shares(name: str, paths: list[str], owners: Owners) -> dict[str, list[str]]:
    """Of which of the original's optimizers one has the parameters, and which of them.

    One that has all of several, or a part of one, counts for these. Any other counts for the one
    of its line, if there is such: its parameters are wrong.
    """
    mine = {*paths}
    known = {owner: {*own} for owner, own, paired in owners if owner == name or not paired}
    inside = {owner: own for owner, own in known.items() if own and own <= mine}
    exact = set().union(*inside.values()) == mine == set(paths)
    disjoint = sum(map(len, inside.values())) == len(mine)
    if known.get(name) != mine and exact and disjoint and (name in inside or not name):
        return {owner: [path for path in paths if path in own] for owner, own in inside.items()}
    if name:
        return {name: paths}
    around = [owner for owner, own, _ in owners if mine < {*own}]
    return {around[0]: paths} if len(around) == 1 and paths else {}


def _of(paths: Iterable[str], arrays: Arrays) -> Arrays:
    """The arrays of an update: all weights, but only these parameters' gradients and slots."""
    own = {*paths}
    return {
        key: array
        for key, array in arrays.items()
        if key.startswith(("before/", "after/"))
        or (key.startswith("gradients/") and key.partition("/")[2] in own)
        or (key.startswith("slots") and key.partition("/")[2].rpartition("/")[0] in own)
    }
