"""Fixes put into a text. What comes out parses, and is linted again: one fix can free another."""

from __future__ import annotations

import ast
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from porter import source
from porter.linter.finding import Edit, Finding, Fix

_ROUNDS = 10  # fixes that stand inside of others need a round each
_IMPORTS = {"np": "import numpy as np", "tf": "import tensorflow as tf"}


@dataclass(frozen=True)
class Fixed:
    """A text after its fixes, and how many they were."""

    text: str
    count: int


def fix(text: str, lint: Callable[[str], Iterable[Finding]], unsafe: bool) -> Fixed:
    """Fix what can be fixed; `lint` gives the findings of a text."""
    count = 0
    for _ in range(_ROUNDS):
        fixes = [f.fix for f in lint(text) if f.fix and not f.suppressed]
        chosen = _apart(f for f in fixes if f.safe or unsafe)
        if not chosen:
            break
        fixed = applied(text, chosen)
        if source.parse_problem(fixed, "") is not None:
            break  # a fix that is wrong is no fix
        text, count = fixed, count + len(chosen)
    return Fixed(text, count)


def _apart(fixes: Iterable[Fix]) -> list[Fix]:
    """Those that do not overlap; the first wins."""
    chosen: list[Fix] = []
    taken: list[Edit] = []
    for one in fixes:
        if all(e.end <= t.start or t.end <= e.start for e in one.edits for t in taken):
            chosen.append(one)
            taken += one.edits
    return chosen


def applied(text: str, fixes: list[Fix]) -> str:
    """The text with fixes in it that do not overlap, and the imports that they need."""
    edits = {edit for fix in fixes for edit in fix.edits}
    for edit in sorted(edits, key=lambda e: e.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    for module in sorted({fix.needs for fix in fixes if fix.needs}):
        text = _with_import(text, _IMPORTS[module])
    return text


def _with_import(text: str, line: str) -> str:
    """The text with an import behind the first imports of its head, unless it is there."""
    body = source.syntax_tree(text).body
    lines = io.StringIO(text, newline="").readlines()
    if line in (there.strip() for there in lines):
        return text
    imports = [s for s in body if isinstance(s, (ast.Import, ast.ImportFrom))]
    plain = [s for s in imports if isinstance(s, ast.Import)] or imports
    after = plain[0].lineno - 1 if plain else 0
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    return "".join((*lines[:after], line + end, *lines[after:]))
