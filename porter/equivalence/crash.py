"""What is said of a program of the user's that raised."""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

_PORTER = str(Path(__file__).parents[1])
_GYMS = str(Path(__file__).parents[1] / "gyms")  # what the program imports as its gym
_SCRATCH = "The programs run in a scratch directory: --here runs them in the current one"
_NO_GPU = ("not compiled with CUDA", "No CUDA GPUs", "no NVIDIA driver", "on a CUDA device")
_ON_CPU = "There is no GPU for it: choose the CPU with the program's own option, behind --"
_RUNPY = (runpy.__file__, "<frozen runpy>")


def told(error: Exception, here: bool) -> str:
    """Print the traceback as `python script` does, without what ran the script; the error's name.

    A package that is missing is said to be missing from this Python, which runs both programs. A
    file that has no folder in its name is looked for in a scratch directory, but with `here`. A
    program that asks for a GPU by default often has an option for that.
    """
    whole = traceback.TracebackException.from_exception(error)
    for one in _chain(whole):
        one.stack = traceback.StackSummary.from_list(_shown(one.stack))
    print("".join(whole.format()), end="", file=sys.stderr)
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, ModuleNotFoundError):
        text += f". The programs run with {sys.executable}: install there what they need"
        if not here and (places := [place for place in sys.path if _moves(place)]):
            text += f"; it is also looked for in {places[0]!r}. {_SCRATCH}"
    elif isinstance(error, FileNotFoundError) and not here and _moves(error.filename):
        text += f". {_SCRATCH}"
    elif any(words in text for words in _NO_GPU):
        text += f". {_ON_CPU}"
    return text


def _moves(path: object) -> bool:
    """Whether it is another place for a program that runs elsewhere."""
    return isinstance(path, (str, os.PathLike)) and bool(path) and not os.path.isabs(path)


def _chain(error: traceback.TracebackException) -> Iterator[traceback.TracebackException]:
    """The error, and those that it came from."""
    yield error
    for earlier in (error.__cause__, error.__context__):
        if earlier is not None:
            yield from _chain(earlier)


def _shown(stack: list[traceback.FrameSummary]) -> list[traceback.FrameSummary]:
    """Without what ran the script, imported its modules and wrapped its functions.

    Frames of porter's at the end stay: the error is raised there.
    """
    ours = [_runs(frame.filename) for frame in stack]
    if all(ours):
        return []
    last = max(i for i, own in enumerate(ours) if not own)
    return [f for i, f in enumerate(stack) if not ours[i] or i > last]


def _runs(path: str) -> bool:
    return path in _RUNPY or (path.startswith(_PORTER) and not path.startswith(_GYMS))
