"""A random program: statements about tensors, arrays, numbers and networks that print numbers."""

from __future__ import annotations

import random
from collections.abc import Callable

START = """\
import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
"""
# All tensors and arrays are 2 x 3 floats, so that every statement may use any of them.
MADE = {
    "tensor": "torch.arange(6.0).view(2, 3) * {number}",
    "array": "np.full((2, 3), {number}, np.float32)",
    "number": "{number}",
}


class Writer:
    """The program as it grows. Ingredients ask it for names of a kind, and give it lines."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names: dict[str, list[str]] = {}  # by kind
        self.coming: list[tuple[str, str]] = []  # names that the lines at hand bind
        self.definitions: list[str] = []  # functions and classes, above all statements
        self.count = 0

    def fresh(self, stem: str) -> str:
        """A name that nothing has yet."""
        self.count += 1
        return f"{stem}{self.count}"

    def number(self) -> str:
        return self.random.choice(["0.5", "1.5", "2.0", "-1.0", "3"])

    def new(self, kind: str) -> str:
        """A fresh name of this kind, which the lines at hand bind."""
        name = self.fresh(kind[0])
        self.coming.append((kind, name))
        return name

    def bind(self) -> None:
        """The lines at hand are written: others may use the names that they bind."""
        for kind, name in self.coming:
            self.names.setdefault(kind, []).append(name)
        self.coming.clear()

    def any(self, kind: str) -> str:
        """A name of this kind that is in use, or else an expression of the kind."""
        known = self.names.get(kind, [])
        if known and self.random.random() < 0.95:
            return self.random.choice(known)
        return f"({MADE[kind].format(number=self.number())})"

    def held(self, kind: str) -> tuple[list[str], str]:
        """A name of this kind, and the lines that make it where there is none."""
        known = self.names.get(kind, [])
        if known:
            return [], self.random.choice(known)
        name = self.new(kind)
        return [f"{name} = {MADE[kind].format(number=self.number())}"], name

    def one_of(self, *choices: str) -> str:
        return self.random.choice(choices)

    def define(self, text: str) -> None:
        self.definitions.append(text)


Ingredient = Callable[[Writer], list[str]]


def program(seed: int, ingredients: list[Ingredient]) -> tuple[list[str], list[str]]:
    """The definitions and the statements of the program with this seed."""
    writer = Writer(seed)
    statements: list[str] = []
    for kind in ("tensor", "tensor", "array", "number"):
        made = MADE[kind].format(number=writer.number())
        statements.append(f"{writer.new(kind)} = {made}")
        writer.bind()
    for _ in range(writer.random.randint(3, 9)):
        lines = writer.random.choice(ingredients)(writer)
        writer.bind()
        if len(lines) > 1 and not lines[0].endswith(":"):
            statements += [line for line in lines if line]
        else:
            statements.append("\n".join(lines))
    for kind in ("tensor", "array", "number"):
        for name in writer.names.get(kind, []):
            shown = f"float({name}.sum())" if kind != "number" else f"float({name})"
            statements.append(f"print({shown})")
    return writer.definitions, statements


def text(definitions: list[str], statements: list[str]) -> str:
    return "\n\n".join([START, *definitions, "\n".join(statements)]) + "\n"


def without(definitions: list[str], statements: list[str], lines: tuple[int, ...]) -> list[str]:
    """The statements that hold none of these lines of the text."""
    at = text(definitions, []).count("\n") - 1
    kept = []
    for statement in statements:
        end = at + statement.count("\n") + 1
        if not any(at < line <= end for line in lines):
            kept.append(statement)
        at = end
    return kept
