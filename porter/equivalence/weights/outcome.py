"""What a transfer of a whole agent tells the user."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """Lines: what was moved, what has no partner and why, what is neither weight nor optimizer."""

    moved: list[str] = field(default_factory=list)
    unpaired: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def is_in(path: str, part: str) -> bool:
    """Whether an attribute path is the part's or one below; all are below ""."""
    return not part or path == part or path.startswith(f"{part}.")
