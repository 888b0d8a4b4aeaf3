"""Inputs as the command line and the report write them: 32x17, or 32x5:int10 for integers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from porter.equivalence.modules.report import CannotCheck

if TYPE_CHECKING:
    import numpy as np

    from porter.equivalence.events import Array


@dataclass(frozen=True)
class Input:
    """A random input: standard normal floats, or integers in [0, below)."""

    shape: tuple[int, ...]
    below: int | None = None

    @staticmethod
    def parse(text: str) -> Input:
        """Of "32x17" or "32x5:int10"; raises CannotCheck."""
        match = re.fullmatch(r"(\d+(?:x\d+)*)(?::int(\d+))?", text)
        if not match or not all(map(int, match[1].split("x"))):
            raise CannotCheck(
                f"--input {text}: give sizes such as 32x17, or 32x5:int10 for integers below 10"
            )
        below = int(match[2]) if match[2] else None
        return Input(tuple(map(int, match[1].split("x"))), below)

    def draw(self, rng: np.random.Generator) -> Array:
        """float64 or int64."""
        if self.below is not None:
            return rng.integers(self.below, size=self.shape)
        return rng.standard_normal(self.shape)

    def __str__(self) -> str:
        return "x".join(map(str, self.shape)) + (f":int{self.below}" if self.below else "")


def assigned(option: str, text: str) -> tuple[str, Any]:
    """NAME=VALUE of the command line, whose value is a literal or else a text."""
    import ast

    name, equals, value = text.partition("=")
    if not (equals and name.isidentifier()):
        raise CannotCheck(f"{option} {text}: give NAME=VALUE, such as state_dim=17")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return name, value
