"""The vocabulary of rule files: what `rules/*.py` import.

`convert` reads rule files with `ast` and never runs them; the tests import and run them,
so every name here also has a meaning at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Unsupported(Exception):
    """Raised by a rule for a call that it refuses; the text goes to the report."""


def port(*names: str, note: str = "") -> Callable[[T], T]:
    """The decorated function or class ports these torch names ("torch.clamp", "Tensor.clamp").

    `note` says what changes in meaning, if anything does; it becomes a note in the report.
    """
    return lambda rule: rule


def match(*patterns: str) -> Callable[[T], T]:
    """The decorated function ports these idioms; a pattern's free names are its parameters."""
    return lambda rule: rule


def block(rule: T) -> T:
    """A building block that rules use; it is pasted into the output where it is needed."""
    return rule


# Kinds, for annotations and for isinstance() guards. `convert` decides the guards from the
# kinds that it inferred; a guard that it cannot decide makes it paste the rule as a function.
Tensor = Any
Array = Any
Number = Any
Module = Any
Optimizer = Any
Parameters = Any


def known(value: object, kind: object) -> bool:
    """Whether `convert` knows that value is of this kind: a guard for a shorter spelling only."""
    return False


def ordered(low: object, high: object) -> bool:
    """Whether `convert` knows that low <= high: two literals, or `-c` and `c`."""
    return False
