"""What flows from one place of the program to another: which objects each of them may hold.

Andersen, Program Analysis and Specialization for the C Programming Language, 1994, section 4:
points-to sets by inclusion, whatever the order of the lines. The items of one container are one.
"""

from __future__ import annotations

from collections.abc import Iterable

Place = tuple[object, object]
_ITEMS = -3  # the place of what is in another place


def items(places: Iterable[Place]) -> set[Place]:
    """What reading out of these places may give: an item, a view of an array, a part of what
    was put there as a display, which has no place of its own."""
    return {found for place in places for found in (place, (place, _ITEMS))}


class Flows:
    """Places and where their values come from.

    `give` says that a place gets what other places hold; two that get the same are not one for
    that. Where nothing flows in, something begins: an object. `put` adds to the objects that a
    container may be, whoever else holds these.
    """

    def __init__(self) -> None:
        self._sources: dict[Place, set[Place]] = {}
        self._puts: dict[Place, set[Place]] = {}
        self.arrays: set[Place] = set()  # of the objects, what copies what is put into it
        self._held: dict[Place, set[Place]] | None = None
        self._objects: dict[Place, frozenset[Place]] = {}

    def give(self, target: Place, values: Iterable[Place]) -> None:
        """`x = value`"""
        sources = self._sources.setdefault(target, set())
        for value in values:
            self._sources.setdefault(value, set())
            if value != target:
                sources.add(value)

    def put(self, containers: Iterable[Place], values: Iterable[Place]) -> None:
        """`x[key] = value`, `x.append(value)`"""
        containers, values = set(containers), set(values)
        for place in containers:
            self._puts.setdefault(place, set()).update(values)
        for place in containers | values:
            self._sources.setdefault(place, set())

    def places(self) -> Iterable[Place]:
        """All that were given something, or gave it."""
        return (place for place in self._sources if place[1] != _ITEMS)

    def objects(self, place: Place) -> frozenset[Place]:
        """What a place may hold, with what is in it: the places where these objects begin."""
        if self._held is None:
            self._held = _Solver(self._sources, self._puts, self.arrays).held
        if place not in self._objects:
            self._objects[place] = self._within(place, self._held)
        return self._objects[place]

    def _within(self, place: Place, held: dict[Place, set[Place]]) -> frozenset[Place]:
        found = set(held.get(place, ()))
        open_ = [*found]
        while open_:
            for inner in held.get((open_.pop(), _ITEMS), ()):
                if inner not in found:
                    found.add(inner)
                    open_.append(inner)
        return frozenset(found) if found or place[1] == _ITEMS else frozenset({place})


class _Solver:
    """The least sets for which every flow holds, by a list of what grew."""

    def __init__(
        self,
        sources: dict[Place, set[Place]],
        puts: dict[Place, set[Place]],
        arrays: set[Place],
    ) -> None:
        self.held: dict[Place, set[Place]] = {}
        self._puts, self._arrays = puts, arrays
        self._targets: dict[Place, set[Place]] = {}
        self._read: set[Place] = set()  # places whose items somebody reads
        self._grown: dict[Place, set[Place]] = {}
        for place in sources:
            self._register(place)
        for target, values in sources.items():
            for value in values:
                self._targets.setdefault(value, set()).add(target)
        for place, values in sources.items():
            if not values and place[1] != _ITEMS:
                self._add(place, {place})
        while self._grown:
            self._follow(*self._grown.popitem())

    def _register(self, place: Place) -> None:
        """That the items of a place are read, which may be items of another one."""
        while place[1] == _ITEMS and isinstance(place[0], tuple) and place[0] not in self._read:
            place = place[0]
            self._read.add(place)

    def _add(self, place: Place, objects: set[Place]) -> None:
        held = self.held.setdefault(place, set())
        new = objects - held
        if new:
            held |= new
            self._grown.setdefault(place, set()).update(new)

    def _follow(self, place: Place, new: set[Place]) -> None:
        for target in self._targets.get(place, ()):
            self._add(target, new)
        for one in new - self._arrays if place in self._puts else ():
            for value in self._puts[place]:
                self._connect(value, (one, _ITEMS))
        if place in self._read:
            for one in new:
                self._connect((one, _ITEMS), (place, _ITEMS))

    def _connect(self, source: Place, target: Place) -> None:
        targets = self._targets.setdefault(source, set())
        if source != target and target not in targets:
            targets.add(target)
            self._add(target, self.held.get(source, set()))
