"""What other files set of a class's objects: `agent.buf = agent.buf.astype(np.float64)` in main.py,
what classes there set that inherit from it, and what they set of a module.

Their own file has to be right for that, too: it knows it from the start, like what its own lines
tell too late (`learned.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from porter.changed_names import changed_names
from porter.facts import ClassInfo
from porter.infer.learned import disagrees
from porter.kinds import (
    TAINTED,
    UNKNOWN,
    Array,
    Function,
    Kind,
    Nothing,
    Optimizer,
    Parameter,
    Tensor,
    Unknown,
    join,
    networks,
    present,
)
from porter.kinds_of_torch import is_of_torch

Sets = dict[tuple[str, str], Kind]  # by class, "" for the module, and attribute
_READ = re.compile(r"(?:\.|\bdef\s+|\bclass\s+)(\w+)|^(\w+)\s*[:=]", re.M)


HERE = ""  # the file at hand


@dataclass
class SetElsewhere:
    """What files set of other files' classes: by the two paths, the file that sets first."""

    sets: dict[tuple[str, str], Sets] = field(default_factory=dict)
    before: dict[str, Sets] = field(default_factory=dict)  # what was there, by the classes' file

    def add(self, by: str, home: str, place: tuple[str, str], own: Kind | None, kind: Kind) -> None:
        _add(self.sets.setdefault((by, home), {}), place, kind)
        self.before.setdefault(home, {}).setdefault(place, UNKNOWN if own is None else own)

    def of(self, files: Iterable[str], home: str) -> Sets:
        """What any of these files sets of the classes of another one."""
        found: Sets = {}
        for by in files:
            for place, kind in self.sets.get((by, home), {}).items():
                _add(found, place, kind)
        return found

    def forget(self, by: str) -> None:
        self.sets = {pair: found for pair, found in self.sets.items() if pair[0] != by}

    def copy(self) -> SetElsewhere:
        sets = {pair: {**found} for pair, found in self.sets.items()}
        return SetElsewhere(sets, {home: {**known} for home, known in self.before.items()})


def _add(sets: Sets, place: tuple[str, str], kind: Kind) -> None:
    sets[place] = join(sets.get(place, kind), kind)


def may_set(text: str, words: frozenset[str]) -> bool:
    """Whether a file sets attributes that others read, or inherits from their classes."""
    found = changed_names(text)
    bases = {base for above in found.bases.values() for base in above}
    return not words.isdisjoint(bases.union(found.attributes))


def words(text: str) -> set[str]:
    """The names of attributes, functions and classes of a file, and what its module binds."""
    return {name for pair in _READ.findall(text) for name in pair if name}


def told(
    classes: Iterable[ClassInfo], module: Mapping[str, Kind], sets: Sets, before: Sets
) -> Sets:
    """What attributes and methods of these classes are, and names of their module, where that is
    more than their own file tells; `before` is what it told until others set it."""
    found: Sets = {}
    infos = {info.name.rpartition(":")[2]: info for info in classes}
    for (cls, name), kind in sets.items():
        info = infos.get(cls)
        known = module if info is None else info.attributes
        own = before.get((cls, name), known.get(name, UNKNOWN))
        if info is not None and name in info.methods:
            gives = info.methods[name].returns
            found[cls, name] = TAINTED if is_of_torch(gives) else UNKNOWN
        elif (info is not None or not cls) and (new := _either(own, kind)) is not None:
            found[cls, name] = new
    return found


def _either(own: Kind, kind: Kind) -> Kind | None:
    """What it is that is set to a value of this kind as well."""
    if isinstance(kind, Unknown) and isinstance(own, Function):
        return TAINTED
    if isinstance(own, (Array, Tensor)) and isinstance(kind, Unknown):
        kind = own if isinstance(own, Parameter) else type(own)()
    if own == Nothing() and isinstance(kind, Unknown):
        return kind
    if isinstance(own, Unknown) or isinstance(kind, Unknown):
        return None
    found = join(own, kind)
    tells = disagrees(found) or isinstance(present(found), (Array, Optimizer, Tensor))
    tells |= bool(networks(present(found)))
    return found if tells and found != own else None


def by_others(own: dict[str, Kind], before: dict[str, Kind]) -> dict[str, Kind]:
    """Attributes that other files have set, which the class's own file does not tell."""
    return {
        name: kind
        for name, kind in before.items()
        if not isinstance(kind, Unknown) and isinstance(own.get(name, kind), (Unknown, Nothing))
    }
