"""A seeded fault: one statement of a right port that is wrong, and what the verdict should say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from porter.pipeline import Converted, convert

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Fault:
    """`old` stands once in the right port; `new` is the fault in its place.

    `cause` is the name that the catalogue should give it. `at` is a part of the line that should
    be named, where that is not the changed one: a line that is gone, or code that only tells
    where it is called from. `also` holds further places, for what one line can't do.
    """

    name: str
    old: str
    new: str
    cause: str
    at: str = ""
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Rewrite:
    """A port that is written otherwise and still the same agent."""

    name: str
    old: str
    new: str
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Base:
    """A program in `programs/`, its right port, and what can be done to that."""

    program: str
    faults: tuple[Fault, ...]
    rewrites: tuple[Rewrite, ...]
    by_hand: bool = False  # the port stands beside the program; porter has no rules for it

    @property
    def original(self) -> Path:
        return PROGRAMS / f"{self.program}.py"

    @cached_property
    def port(self) -> str:
        """The text of the right port: what porter writes, unless it was written by hand."""
        if self.by_hand:
            return self.original.with_name(f"{self.program}_tf.py").read_text()
        converted = convert(self.original.read_text(), str(self.original))
        assert isinstance(converted, Converted)
        assert not converted.left, converted.findings
        return converted.output

    def edited(self, change: Fault | Rewrite) -> str:
        """The port's text with a change; "" for `old` changes nothing."""
        text = self.port
        for old, new in ((change.old, change.new), *change.also):
            if old:
                assert text.count(old) == 1, f"{change.name}: {text.count(old)}"
                text = text.replace(old, new)
        return text

    def line(self, fault: Fault) -> int:
        """The line of the faulty port that the verdict should name."""
        text = self.edited(fault)
        lines = text.splitlines()
        if fault.at:
            (found,) = [i for i, line in enumerate(lines, 1) if fault.at in line]
            return found
        right = self.port.splitlines()
        return next(i for i, pair in enumerate(zip(right, lines), 1) if pair[0] != pair[1])
