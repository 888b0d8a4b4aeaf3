"""torch's documented names, with how much public code uses each."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

NAMES = Path(__file__).with_name("torch_names.json")  # written by tools/torch_names.py
_UNDOCUMENTED = frozenset("data dtype grad_fn layout name names output_nr resize volatile".split())


@cache
def documented() -> dict[str, int | None]:
    """How many files of public code use each name; None for a method that is not torch's alone."""
    found: dict[str, int | None] = json.loads(NAMES.read_text("utf-8"))
    return found


def has_tensor(name: str) -> bool:
    """Whether a tensor has such an attribute, be it one that is not documented."""
    return f"Tensor.{name}" in documented() or name in _UNDOCUMENTED or name.startswith("_")
