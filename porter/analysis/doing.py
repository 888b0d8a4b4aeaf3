"""What some code changes: the names of things, as `things.py` gives them."""

from __future__ import annotations

from dataclasses import dataclass, field

RANDOM, OUTPUT, ANY = "?random", "?output", ".*"
ARGUMENT = "?argument"  # whatever a function is given


@dataclass
class Doing:
    """The names of the things that some code changes, and of what it binds anew."""

    changed: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    weak: set[str] = field(default_factory=set)  # which a function may change of that none is known

    @property
    def size(self) -> int:
        """How many names it has: they only become more."""
        return len(self.changed) + len(self.bound) + len(self.weak)

    def add(self, other: Doing) -> bool:
        """Both together; whether that is news."""
        before = self.size
        self.changed |= other.changed
        self.bound |= other.bound
        self.weak |= other.weak
        return before < self.size


NOTHING = Doing()  # of what is not known, or does nothing: nobody adds to it
