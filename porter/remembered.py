"""Answers about nodes of a tree that are asked for again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

import libcst as cst

N = TypeVar("N", bound=cst.CSTNode)
T = TypeVar("T")

_NODES = 8192  # more than a large file has functions: a smaller table would forget each in turn


def remembered(answer: Callable[[N], T]) -> Callable[[N], T]:
    """Each node is looked at once; trees of a file that is analysed again share what stays."""
    return lru_cache(maxsize=_NODES)(answer)
