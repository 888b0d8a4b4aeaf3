"""What a program printed last, as a report quotes it."""

from __future__ import annotations

import re

# TensorFlow's log lines of severity INFO, in both of its formats: they bury the program's error.
_INFO = re.compile(
    r"WARNING: All log messages before absl::InitializeLog\(\)"
    r"|I\d{4} \d\d:\d\d:[\d.]+ +\d+ "
    r"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: I tensorflow/"
)


def last_lines(printed: bytes, most: int) -> list[str]:
    """The last lines of an output, without TensorFlow's information about itself."""
    lines = printed.decode("utf-8", "replace").splitlines()
    return [line for line in lines if not _INFO.match(line)][-most:]
