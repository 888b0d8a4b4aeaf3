"""Twice the file is twice the work: calls of functions are counted, no time is taken."""

from __future__ import annotations

import sys
from types import FrameType

from porter.lint import engine, registry

from .test_rules import INVALID, program

RULES = registry.chosen(("ALL",), ())


def calls(text: str) -> int:
    """The calls of Python functions that linting a text takes."""
    count = 0

    def count_call(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(count_call)
    try:
        found = engine.lint(text, "agent.py", RULES)
    finally:
        sys.setprofile(None)
    assert found
    return count


def module(copies: int) -> str:
    """All the invalid examples this many times, each in a function of its own."""
    parts = []
    for n in range(copies):
        for k, (_, example) in enumerate(INVALID):
            lines = program(example.code).split("\n")
            parts += [f"def example_{n}_{k}():", *(f"    {line}" for line in lines), "    return"]
    return "import tensorflow as tf\n" + "\n".join(parts) + "\n"


def test_work_grows_as_the_file_does() -> None:
    one, two, four = (calls(module(copies)) for copies in (2, 4, 8))
    assert two < 2.3 * one
    assert four < 2.3 * two
