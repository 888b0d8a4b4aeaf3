"""[tool.porter.lint] in pyproject.toml, and the options of the command line above it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from porter import pyproject
from porter.pyproject import SettingsError

# Tests call models in loops over cases, and nobody waits for them.
_OF_TESTS = ("TFE2", "TFE4", "TFE5", "TFE8")
_DEFAULT_PER_FILE = dict.fromkeys(("tests/**", "test_*.py", "*_test.py"), _OF_TESTS)
_LISTS = ("select", "ignore", "exclude", "hot-functions")


@dataclass(frozen=True)
class Settings:
    """What to look for, and where. Patterns are relative to `root`."""

    root: Path
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hot_functions: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = tuple(_DEFAULT_PER_FILE.items())

    def excludes(self, path: Path) -> bool:
        """Whether a file or a directory is left out."""
        return any(self._is(path, pattern) for pattern in self.exclude)

    def ignored_in(self, path: Path) -> tuple[str, ...]:
        """What is ignored everywhere, and in this file."""
        here = [codes for pattern, codes in self.per_file_ignores if self._is(path, pattern)]
        return (*self.ignore, *(code for codes in here for code in codes))

    def _is(self, path: Path, pattern: str) -> bool:
        absolute = path.absolute()
        inside = absolute.is_relative_to(self.root)
        name = (absolute.relative_to(self.root) if inside else path).as_posix()
        pattern = pattern.removeprefix("./").rstrip("/")
        return any(
            fnmatch(name, p) for p in (pattern, f"*/{pattern}", f"{pattern}/*", f"*/{pattern}/*")
        )


def read(beside: Path) -> Settings:
    """The settings of the project that a path is in. Raises SettingsError."""
    path = pyproject.find(beside)
    if path is None:
        return Settings(Path.cwd())
    table = pyproject.table(path).get("lint", {})
    if not isinstance(table, dict):
        raise SettingsError(f"{path}: [tool.porter.lint] is a table")
    known = (*_LISTS, "per-file-ignores")
    if unknown := min(set(table) - {*known}, default=""):
        hint = pyproject.meant(unknown, known)
        raise SettingsError(f"{path}: [tool.porter.lint] has no option {unknown!r} -> {hint}")
    lists = {name: _strings(table.get(name, []), name, path) for name in _LISTS}
    found = Settings(
        path.parent, lists["select"], lists["ignore"], lists["exclude"], lists["hot-functions"]
    )
    per_file = table.get("per-file-ignores")
    if per_file is None:
        return found
    if not isinstance(per_file, dict):
        raise SettingsError(f"{path}: per-file-ignores is a table of patterns")
    rows = tuple((glob, _strings(codes, glob, path)) for glob, codes in per_file.items())
    return replace(found, per_file_ignores=rows)


def _strings(value: Any, name: str, path: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SettingsError(f"{path}: [tool.porter.lint] {name} is a list of strings")
    return tuple(value)


def codes(given: Iterable[str]) -> tuple[str, ...]:
    """The selectors of an option that can be given more than once, and with commas."""
    return tuple(code.strip() for text in given for code in text.split(",") if code.strip())
