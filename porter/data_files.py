"""Files of data that a program names, such as the version.txt that a package reads on import.

Its port stands in another directory and looks for them there.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from porter.written import Refused, below, refuse_links

_LARGEST = 1_000_000  # bytes; sets of data and weights are left where they are


def named(others: Sequence[Path], sources: Iterable[Path]) -> list[Path]:
    """The small ones of these files whose name ends a string in one of the sources."""
    plain = [p for p in others if not (p.name.startswith(".") or p.is_symlink()) and p.is_file()]
    small = [path for path in plain if _size(path) <= _LARGEST]
    if not small:
        return []
    names = "|".join(re.escape(name) for name in {path.name for path in small})
    ends = re.compile(rf"""["'/]({names})["']""".encode())
    found = {match.decode() for path in sources for match in ends.findall(_content(path))}
    return [path for path in small if path.name in found]


def problem(path: Path, target: Path, top: Path) -> OSError | Refused | None:
    """Copy a file to where the port looks for it, unless one is there; what stood in the way."""
    try:
        if not target.exists():
            refuse_links(target, *below(top, target))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    except (OSError, Refused) as error:
        return error
    return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return _LARGEST + 1


def _content(path: Path) -> bytes:
    """What a file holds; one that can't be read, or is a pipe, is told of where it is converted."""
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:
        return b""
