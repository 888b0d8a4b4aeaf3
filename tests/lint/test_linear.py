"""Twice the file is twice the work: the lines that run are counted, no time is taken."""

from __future__ import annotations

import sys
from collections.abc import Callable
from textwrap import indent
from types import FrameType
from typing import Any

import pytest

from porter.linter import engine, registry

from .test_rules import INVALID, program

RULES = registry.chosen(("ALL",), ())
EXAMPLES = [program(example.code) + "\n" for _, example in INVALID]
HEAD = "import tensorflow as tf\n"


def work(text: str) -> int:
    """The lines of Python that linting a text takes, each pass of a loop with its own."""
    count = 0

    def count_line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += 1
        return count_line

    sys.settrace(count_line)
    try:
        found = engine.lint(text, "agent.py", RULES)
    finally:
        sys.settrace(None)
    assert found
    return count


def functions(copies: int) -> str:
    """Each example in a function of its own."""
    bodies = [indent(example, "    ") for example in EXAMPLES * copies]
    return HEAD + "".join(f"def example_{n}():\n{body}" for n, body in enumerate(bodies))


def script(copies: int) -> str:
    """One after the other, with the same names."""
    return HEAD + "".join(EXAMPLES * copies)


def loop(copies: int) -> str:
    """All in one loop."""
    return HEAD + "while True:\n" + indent("".join(EXAMPLES * copies), "    ")


def method(copies: int) -> str:
    """All in one method."""
    return f"{HEAD}class A:\n    def f(self):\n" + indent("".join(EXAMPLES * copies), " " * 8)


@pytest.mark.parametrize("module", [functions, script, loop, method])
def test_work_grows_as_the_file_does(module: Callable[[int], str]) -> None:
    work(module(1))  # what is read once for all files
    one, four = work(module(1)), work(module(4))
    assert four < 4.1 * one
