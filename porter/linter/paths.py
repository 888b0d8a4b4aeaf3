"""Which files are linted: those that are named, and what lies in directories."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from porter.linter.settings import Settings


def find(given: Iterable[str], settings: Settings) -> Iterator[Path]:
    """The files in order, each once. What is named is linted, unless it is excluded."""
    seen: set[Path] = set()
    for name in given:
        top = Path(name)
        for path in _below(top, settings) if top.is_dir() else (top,):
            if path not in seen and not settings.excludes(path):
                seen.add(path)
                yield path


def _below(top: Path, settings: Settings) -> Iterator[Path]:
    from porter import files  # for directories only: a hook gets files

    for here, directories, names in os.walk(top):
        directories[:] = sorted(
            d
            for d in directories
            if not files.is_left_out(Path(here, d)) and not settings.excludes(Path(here, d))
        )
        for name in sorted(names):
            path = Path(here, name)
            outside = path.is_symlink() and not files.is_inside(path, top)
            if name.endswith(files.SUFFIXES) and not name.startswith(".") and not outside:
                yield path
