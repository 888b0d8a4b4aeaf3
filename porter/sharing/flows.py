"""What flows from one place of the program to another: which objects each of them may hold.

Andersen, Program Analysis and Specialization for the C Programming Language, 1994, section 4:
points-to sets by inclusion, whatever the order of the lines. The items of one container are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
        self._held: _Solver | None = None
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
            self._held = _Solver(self._sources, self._puts, self.arrays)
        if place not in self._objects:
            found = self._held.within(place)
            whole = frozenset(found) if found or place[1] == _ITEMS else frozenset({place})
            self._objects[place] = whole
        return self._objects[place]


class _Solver:
    """The least sets for which every flow holds, by a list of what grew.

    Places have numbers, and a set of objects is one integer, with a bit for each: a place of a
    big program holds hundreds, and most of what flows is there already.
    """

    def __init__(
        self,
        sources: dict[Place, set[Place]],
        puts: dict[Place, set[Place]],
        arrays: set[Place],
    ) -> None:
        self._places: list[Place] = []
        self._numbers: dict[Place, int] = {}
        self._held: list[int] = []
        self._targets: list[set[int]] = []
        self._items: dict[int, int] = {}  # the place of what is in a place
        self._read: set[int] = set()  # places whose items somebody reads
        self._grown: dict[int, int] = {}
        self._puts = {self._number(c): [*map(self._number, v)] for c, v in puts.items()}
        self._arrays = sum(1 << self._number(place) for place in arrays)
        for place in sources:
            self._register(place)
        for target, values in sources.items():
            into = self._number(target)
            for value in values:
                self._targets[self._number(value)].add(into)
        for place, values in sources.items():
            if not values and place[1] != _ITEMS:
                self._add(self._number(place), 1 << self._number(place))
        while self._grown:
            first = next(iter(self._grown))  # what grew first has grown most since: fewer steps
            self._follow(first, self._grown.pop(first))

    def within(self, place: Place) -> set[Place]:
        """The objects of a place, and what is in them."""
        found = self._held[self._numbers[place]] if place in self._numbers else 0
        open_ = found
        while open_:
            inner = 0
            for one in _bits(open_):
                if one in self._items:
                    inner |= self._held[self._items[one]]
            open_ = inner & ~found
            found |= inner
        return {self._places[one] for one in _bits(found)}

    def _number(self, place: Place) -> int:
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._places)
            self._places.append(place)
            self._held.append(0)
            self._targets.append(set())
            if place[1] == _ITEMS and isinstance(place[0], tuple):
                self._items[self._number(place[0])] = number
        return number

    def _item(self, number: int) -> int:
        if number not in self._items:
            self._number((self._places[number], _ITEMS))
        return self._items[number]

    def _register(self, place: Place) -> None:
        """That the items of a place are read, which may be items of another one."""
        self._number(place)
        while place[1] == _ITEMS and isinstance(place[0], tuple):
            place = place[0]
            if self._number(place) in self._read:
                return
            self._read.add(self._number(place))

    def _add(self, place: int, objects: int) -> None:
        new = objects & ~self._held[place]
        if new:
            self._held[place] |= new
            self._grown[place] = self._grown.get(place, 0) | new

    def _follow(self, place: int, new: int) -> None:
        for target in self._targets[place]:
            self._add(target, new)
        for one in _bits(new & ~self._arrays) if place in self._puts else ():
            for value in self._puts[place]:
                self._connect(value, self._item(one))
        if place in self._read:
            into = self._item(place)
            for one in _bits(new):
                self._connect(self._item(one), into)

    def _connect(self, source: int, target: int) -> None:
        targets = self._targets[source]
        if source != target and target not in targets:
            targets.add(target)
            self._add(target, self._held[source])


def _bits(objects: int) -> Iterator[int]:
    """The numbers of a set of objects."""
    while objects:
        lowest = objects & -objects
        yield lowest.bit_length() - 1
        objects ^= lowest
