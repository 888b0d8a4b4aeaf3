"""What the program prints: the numbers in it, in their order."""

from __future__ import annotations

import re
from typing import TextIO

# Not the 32 of "float32", not the 2 of "v1.2"
_NUMBER = re.compile(r"(?<![A-Za-z_\d.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)(?![A-Za-z_])")
MOST = 1_000_000  # characters that are kept; what comes later is not looked at


class Printed:
    """Stands for the standard output and keeps what goes there."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.texts: list[str] = []
        self.length = 0

    def write(self, text: str) -> int:
        if self.length < MOST:
            self.texts.append(text)
            self.length += len(text)
        return self.stream.write(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)

    def numbers(self) -> list[float]:
        """All numbers printed so far."""
        return [float(text) for text in _NUMBER.findall("".join(self.texts))]
