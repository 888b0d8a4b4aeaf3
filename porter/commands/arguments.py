"""Types of arguments that several commands have."""

from __future__ import annotations


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
