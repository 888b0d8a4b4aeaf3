"""The rules as a plugin of flake8, which finds it by its entry point."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from porter import __version__
from porter.linter import engine, registry, settings


class Plugin:
    """One file. flake8 parses it, and reads `# noqa` itself."""

    name = "porter"
    version = __version__

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        self._path = filename
        self._text = "".join(lines)

    def run(self) -> Iterator[tuple[int, int, str, type[Any]]]:
        """Line, column from 0, text and plugin of each finding."""
        if not engine.concerns(self._text):
            return
        chosen = settings.read(Path.cwd() if self._path == "-" else Path(self._path))
        rules = registry.chosen(chosen.select, chosen.ignored_in(Path(self._path)))
        for finding in engine.lint(self._text, self._path, rules, chosen.hot_functions):
            if not finding.suppressed and finding.rule not in registry.ENGINE:
                text = f"{finding.rule} {finding.message}"
                yield finding.line, finding.column - 1, text, type(self)
