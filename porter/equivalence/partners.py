"""Which object of the port is which of the original's: told by the lines that create them.

Not by count: a `deepcopy` in the original is a construction and a copy in the port, and building
blocks construct layers of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from porter.equivalence.events import Event, Kind, Site

Where = tuple[Site, ...]
ToOriginal = Callable[[Site], Site | None]


@dataclass
class Made:
    """An object that the original created; `size` counts a network's elements."""

    event: Event
    where: Where
    size: int
    taken: bool = False

    def could_be(self, type_name: str, size: int | None) -> bool:
        """A class of the program's own may have another name in the port, a library's may not."""
        renamed = size == self.size and not self.event.info.get("builtin")
        return renamed or type_name == self.event.info["type"]


class Partners:
    """The original's networks and optimizers, waiting for their partners in the port."""

    def __init__(self, to_original: ToOriginal, statement: Callable[[Site], Site]) -> None:
        self.to_original = to_original
        self.statement = statement  # the first line of the statement that a line is of
        self.made: dict[Kind, list[Made]] = {Kind.CONSTRUCT: [], Kind.OPTIMIZER: []}

    def created(self, event: Event) -> None:
        size = sum(array.size for array in event.arrays.values())
        where = tuple(map(self.statement, (event.site, *event.stack)))
        self.made[event.kind].append(Made(event, where, size))

    def find(self, kind: Kind, where: Where, type_name: str, size: int | None) -> Event | None:
        """The partner of an object that the port created at `where`, innermost frame first."""
        lines = tuple(self.statement(line) for site in where if (line := self.to_original(site)))
        candidates = [
            made for made in self.made[kind] if not made.taken and made.could_be(type_name, size)
        ]
        for fits in (
            lambda made: made.where == lines,
            lambda made: bool(lines) and made.where[:1] == lines[:1],
            lambda made: not lines and made.event.info["type"] == type_name,
        ):
            for made in filter(fits, candidates):
                made.taken = True
                return made.event
        return None

    def owners(self, paths: Iterable[str]) -> list[tuple[str, list[str], bool]]:
        """The original's optimizers of any of these parameters: name, parameters, taken or not."""
        wanted = {*paths}
        made = ((m, m.event.info["parameters"]) for m in self.made[Kind.OPTIMIZER])
        return [(m.event.name, own, m.taken) for m, own in made if wanted & {*own}]
