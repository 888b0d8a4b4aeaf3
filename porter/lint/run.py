"""A run over all files: read, lint, fix, and what the exit code is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from porter.lint import documents, paths
from porter.lint.documents import Document
from porter.lint.settings import Settings
from porter.source import STDIN


class UsageError(Exception):
    """Something is wrong with the command line."""


def lint(given: list[str], settings: Settings) -> Iterator[Document]:
    """Each file, linted. Raises UsageError for a path that isn't there."""
    for name in given:
        if name != "-" and not Path(name).exists():
            raise UsageError(f"{name}: no such file or directory")
    if "-" in given:
        if len(given) > 1:
            raise UsageError("- (standard input) cannot be combined with other paths")
        yield documents.read(STDIN, settings)
        return
    for path in paths.find(given, settings):
        yield documents.read(str(path), settings)
