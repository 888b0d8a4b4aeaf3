"""What flows from one place of the program to another: which objects each of them may hold."""

from __future__ import annotations

from collections.abc import Iterable

Place = tuple[object, object]


class Flows:
    """Places and where their values come from.

    `give` says that a place gets what other places hold; two that get the same are not one for
    that. Where nothing flows in, something begins: an object. `put` adds to the objects that a
    container may be, whoever else holds these.
    """

    def __init__(self) -> None:
        self._sources: dict[Place, set[Place]] = {}
        self._puts: list[tuple[frozenset[Place], frozenset[Place]]] = []
        self._begin: frozenset[Place] | None = None  # places that are objects of their own
        self.arrays: set[Place] = set()  # of these, what copies what is put into it
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
        self._puts.append((frozenset(containers), frozenset(values)))
        for place in (*containers, *values):
            self._sources.setdefault(place, set())

    def places(self) -> Iterable[Place]:
        """All that were given something, or gave it."""
        return self._sources

    def objects(self, place: Place) -> frozenset[Place]:
        """What a place may hold, with what is in it: the places where these objects begin."""
        if self._begin is None:
            self._begin = frozenset(p for p, sources in self._sources.items() if not sources)
            self._fill()
        if place not in self._objects:
            self._objects[place] = self._found(place)
        return self._objects[place]

    def _fill(self) -> None:
        """What is put into a container is in each object that this may be."""
        grown = True
        while grown:
            grown = False
            for containers, values in self._puts:
                found = {o for place in containers for o in self._found(place)}
                for target in found - self.arrays:
                    added = values - self._sources[target] - {target}
                    self._sources[target] |= added
                    grown = grown or bool(added)

    def _found(self, place: Place) -> frozenset[Place]:
        begin = self._begin or frozenset()
        seen, open_ = {place}, [place]
        while open_:
            for source in self._sources.get(open_.pop(), ()):
                if source not in seen:
                    seen.add(source)
                    open_.append(source)
        return frozenset(p for p in seen if p in begin) or frozenset({place})
