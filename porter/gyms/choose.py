"""Which gym the processes of a program import."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from porter.gyms.interface import OLD, spoken

LAST_OLD = (0, 25)
_PATH = "PYTHONPATH"


@contextmanager
def provided(script: Path, choice: str) -> Iterator[str]:
    """Processes that start meanwhile import the gym of a choice; what it is in words, "" if it is
    the one that is installed, or none.

    auto: a stand-in where gym is missing, or installed with an interface that the program does not
    speak. old, new: that stand-in, whatever is installed.
    """
    interface = _interface(script, choice) if importlib.util.find_spec("gymnasium") else None
    if interface is None:
        yield ""
        return
    before = os.environ.get(_PATH)
    folder = str(Path(__file__).parent / interface)
    os.environ[_PATH] = os.pathsep.join(filter(None, [folder, before]))
    try:
        yield f"{interface} interface, on gymnasium {metadata.version('gymnasium')}"
    finally:
        os.environ.pop(_PATH)
        if before is not None:
            os.environ[_PATH] = before


def _interface(script: Path, choice: str) -> str | None:
    """The stand-in's; None without one."""
    if choice != "auto":
        return choice
    if importlib.util.find_spec("gym") is None:
        return spoken(script)
    return OLD if _installed() > LAST_OLD and spoken(script) == OLD else None


def _installed() -> tuple[int, ...]:
    """The first two numbers of gym's version; (0, 0) of one that is no package."""
    try:
        version = metadata.version("gym")
    except metadata.PackageNotFoundError:
        return (0, 0)
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
