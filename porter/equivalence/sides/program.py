"""A script, run as Python would run it, inside a process that observes it."""

from __future__ import annotations

import os
import runpy
import site
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class SetupError(Exception):
    """The comparison would not mean what it says; never to be taken for a pass."""


class Enough(BaseException):
    """Ends a program whose updates have all been seen; programs don't catch BaseException."""


@dataclass(frozen=True)
class Run:
    """One side's orders. Paths are absolute; `updates` of None is the whole program."""

    script: str
    arguments: tuple[str, ...]
    connection: int  # a file descriptor: this side's end of the wire
    precision: str = "float64"
    seed: int = 0
    updates: int | None = None
    seconds: float = 0.0  # from the first update on, then it is enough; 0 is no limit
    resync: bool = False  # start every update from the original's state
    perturb: int | None = None  # seed: move first weights by one ulp; on resync, all weights
    device: str = "cpu"  # where the networks must be
    layers: bool = False  # observe every layer's output too
    original: str = ""  # of a port: the script that it is a port of
    here: bool = False  # in the user's directory, not in a scratch directory


def ownership(folder: Path) -> Callable[[str], bool]:
    """Tells the program's files, which are under its folder, from the libraries'."""
    root = os.path.join(folder, "")
    paths = [
        *sysconfig.get_paths().values(),
        *site.getsitepackages(),
        str(Path(__file__).parents[2]),
    ]
    foreign = tuple({os.path.abspath(path) + os.sep for path in paths})

    def is_own(path: str) -> bool:
        if path.startswith("<"):  # no file: <string>, <frozen runpy>
            return False
        path = os.path.abspath(path)
        return path.startswith(root) and not (
            path.startswith(foreign) and not root.startswith(foreign)
        )

    return is_own


def execute(run: Run) -> None:
    """Run the script as `python script arguments` does, until its end or `Enough`."""
    sys.argv = [run.script, *run.arguments]
    sys.path[0] = str(Path(run.script).parent)
    try:
        runpy.run_path(run.script, run_name="__main__")
    except Enough:
        pass
    except SystemExit as stop:
        if stop.code not in (None, 0):
            raise SetupError(f"the program exited with {stop.code}") from stop
