"""Which classes of a program stand above and below others, by their names."""

from __future__ import annotations

from collections.abc import Iterable

from porter.changed_names import Changed


class Hierarchy:
    """The classes of some files; two of one name count as one."""

    def __init__(self, files: Iterable[Changed]) -> None:
        self._bases: dict[str, set[str]] = {}
        self._heirs: dict[str, set[str]] = {}
        for one in files:
            for name, above in one.bases.items():
                self._bases.setdefault(name, set()).update(above)
                for base in above:
                    self._heirs.setdefault(base, set()).add(name)

    def below(self, cls: str) -> set[str]:
        """The classes that inherit from this one."""
        return _closure({cls}, self._heirs) - {cls}

    def relatives(self, classes: Iterable[str]) -> set[str]:
        """These, the classes below, and all that stand above one of them: whose methods an object
        of one of these classes may have."""
        return _closure(_closure(set(classes), self._heirs), self._bases)


def _closure(names: set[str], to: dict[str, set[str]]) -> set[str]:
    found, open_ = set[str](), [*names]
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            open_ += to.get(name, ())
    return found
