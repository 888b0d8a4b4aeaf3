"""What the probes count: per place, how often it was which kind of value."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from porter.evidence.model import (
    MOST_VALUES,
    Evidence,
    FileSeen,
    Mark,
    Place,
    Value,
    joined,
    together,
)
from porter.observe.describe import Describer
from porter.observe.memory import memory


class Recorder:
    """The counts of a process. `probe` is what the instrumented code calls."""

    def __init__(self, describer: Describer) -> None:
        self.describer = describer
        self.files: list[tuple[str, str]] = []  # name, digest
        self.places: list[tuple[int, Place]] = []  # of which file
        self.counts: list[dict[Hashable, int]] = []  # by the number of a place
        self.marks: list[tuple[int, Mark]] = []  # of statements, of which file
        self.ran = bytearray()  # by the number of a mark
        self.values: dict[Hashable, Value] = {}  # what the keys stand for
        self.probe = self._probe()
        self.changed = self._changed_probe()

    def new_file(
        self, name: str, digest: str
    ) -> tuple[Callable[[Place], int], Callable[[Mark], int]]:
        """A file is compiled; the functions give its places and statements their numbers."""
        if (name, digest) not in self.files:  # a program may import the file that it is
            self.files.append((name, digest))
        file = self.files.index((name, digest))

        def new_place(place: Place) -> int:
            self.places.append((file, place))
            self.counts.append({})
            return len(self.places) - 1

        def new_mark(mark: Mark) -> int:
            self.marks.append((file, mark))
            self.ran.append(0)
            return len(self.marks) - 1

        return new_place, new_mark

    def _probe(self) -> Callable[[Any, int], Any]:
        """It runs at every expression of the program: what it needs is at hand."""
        counts, keys, learn, new = self.counts, self.describer.keys, self.describer.learn, self._new

        def probe(value: Any, number: int) -> Any:
            try:
                kind = type(value)
                if kind not in keys:
                    learn(kind)
                how = keys[kind]
                key: Any = kind if how is None else how(value)
                seen = counts[number]
                if key in seen:
                    seen[key] += 1
                else:
                    new(seen, key, value)
            except Exception:  # it can't tell what it is: it is the program's value all the same
                pass
            return value

        return probe

    def _changed_probe(self) -> Callable[[Any, int], Any]:
        """The probe of what is changed in place there; who else holds it is a part of the key."""
        counts, describer, probe = self.counts, self.describer, self.probe

        def changed(value: Any, number: int) -> Any:
            references = sys.getrefcount(value)
            try:
                if not describer.is_tensor(value):
                    return probe(value, number)
                found = replace(describer.value(value), memory=memory(value, references))
                seen = counts[number]
                if found not in seen and len(seen) >= MOST_VALUES:
                    found = found.sort
                self.values[found] = found
                seen[found] = seen.get(found, 0) + 1
            except Exception:  # as above
                pass
            return value

        return changed

    def _new(self, seen: dict[Hashable, int], key: Hashable, value: Any) -> None:
        """A place has a kind of value that it did not have before."""
        if len(seen) >= MOST_VALUES:
            key = self.describer.value(value).sort
        if key not in self.values:
            self.values[key] = self.describer.value(value) if key.__class__ is not Value else key
        seen[key] = seen.get(key, 0) + 1

    def forget(self) -> None:
        """In a process that was forked: what was seen before is told by its parent."""
        for seen in self.counts:
            seen.clear()
        self.ran[:] = bytes(len(self.ran))

    def evidence(self) -> Evidence:
        """All that was counted."""
        found = [FileSeen(digest, ran=set()) for _, digest in self.files]
        for (file, place), seen in zip(self.places, self.counts):
            counts = joined((self.values[key], calls) for key, calls in list(seen.items()))
            if counts:
                places = found[file].places
                places[place] = together(places.get(place, {}), counts)
        for (file, mark), ran in zip(self.marks, self.ran):
            known = found[file].ran
            if ran and known is not None:
                known.add(mark)
        files = {name: seen for (name, _), seen in zip(self.files, found)}
        return Evidence(files)
