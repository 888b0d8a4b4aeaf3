"""Long rows of cases: the gate runs each n-th of them, `make test-slow` the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def each(n: int, cases: Iterable[Any], slow: Iterable[Any] = ()) -> list[Any]:
    """The cases for parametrize(), all marked slow but each n-th, and those that are slow."""
    return [
        pytest.param(case, marks=pytest.mark.slow) if number % n or case in slow else case
        for number, case in enumerate(cases)
    ]
