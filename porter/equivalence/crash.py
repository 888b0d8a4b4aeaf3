"""What is said of a program of the user's that raised."""

from __future__ import annotations

import runpy
import sys
import traceback
from pathlib import Path

_PORTER = str(Path(__file__).parents[1])
_RUNPY = (runpy.__file__, "<frozen runpy>")


def told(error: Exception) -> str:
    """Print the traceback as `python script` does, without what ran the script; the error's name.

    A package that is missing is said to be missing from this Python, which runs both programs.
    """
    frames = error.__traceback__
    while frames is not None and _runs(frames.tb_frame.f_code.co_filename):
        frames = frames.tb_next
    traceback.print_exception(type(error), error, frames)
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, ModuleNotFoundError):
        text += f". The programs run with {sys.executable}: install there what they need"
    return text


def _runs(path: str) -> bool:
    return path.startswith(_PORTER) or path in _RUNPY
