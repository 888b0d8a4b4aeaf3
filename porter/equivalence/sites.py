"""Where in the program something happens: the frames of its own files, innermost first."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from porter.equivalence.events import Site

GENERATED = "__autograph_generated_file"


def stack(is_own: Callable[[str], bool]) -> tuple[Site, ...]:
    """The call stack as the program's own lines, also while a tf.function is traced.

    AutoGraph runs a rewritten copy of the function. The frame of `converted_call` below it holds
    the map from the copy's lines to the program's.
    """
    sites: list[Site] = []
    waiting: list[tuple[str, int]] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if GENERATED in name:
            waiting.append((name, frame.f_lineno))
        elif waiting and frame.f_code.co_name == "converted_call":
            sources = getattr(frame.f_locals.get("converted_f"), "ag_source_map", {})
            sites += [site for place in waiting if (site := _origin(sources, place, is_own))]
            waiting = []
        elif is_own(name):
            sites.append(Site(name, frame.f_lineno))
        frame = frame.f_back
    return tuple(sites)


def _origin(sources: Any, place: tuple[str, int], is_own: Callable[[str], bool]) -> Site | None:
    for location, origin in sources.items():
        if (location.filename, location.lineno) == place and is_own(origin.loc.filename):
            return Site(origin.loc.filename, origin.loc.lineno)
    return None
