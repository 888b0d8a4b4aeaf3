"""[tool.porter] in the nearest pyproject.toml: what a project sets once for all commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

_KEYS = ("rules", "convert", "check", "lint")
Kinds = Mapping[str, "type | tuple[type, ...]"]


class SettingsError(Exception):
    """A pyproject.toml that can't be used: "path: what is wrong"."""


def find(beside: Path) -> Path | None:
    """The nearest pyproject.toml at or above a file or a directory."""
    start = Path(os.path.realpath(beside))  # of a link to itself, too
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            return path
    return None


def table(path: Path) -> dict[str, Any]:
    """What stands under [tool.porter]. Raises SettingsError for a file that can't be read."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from None
    if "porter" not in text:
        return {}
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: {error}") from None
    for name in ("tool", "porter"):
        found = found.get(name, {})
        if not isinstance(found, dict):
            raise SettingsError(f"{path}: [tool.porter] is a table: {name} = {found!r} is none")
    if unknown := next((key for key in found if key not in _KEYS), ""):
        raise SettingsError(f"{path}: [tool.porter] has no {unknown!r} -> {meant(unknown, _KEYS)}")
    return found


def meant(name: str, known: Collection[str]) -> str:
    """The nearest of these names, or all of them."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, 1)
    return f"{near[0]}?" if near else f"it has {', '.join(sorted(known))}"


def section(
    path: Path, name: str, kinds: Kinds, choices: Mapping[str, tuple[str, ...]]
) -> dict[str, Any]:
    """The options of a command, each with a value that it can have. Raises SettingsError."""
    found: Any = table(path).get(name, {})
    if not isinstance(found, dict):
        raise SettingsError(f"{path}: [tool.porter.{name}] is a table")
    for key, value in found.items():
        if key not in choices and key not in kinds:
            hint = meant(key, (*choices, *kinds))
            raise SettingsError(f"{path}: [tool.porter.{name}] has no option {key!r} -> {hint}")
        if value not in choices.get(key, (value,)):
            allowed = ", ".join(choices[key])
            raise SettingsError(f"{path}: {key} = {value!r}: one of {allowed} is meant")
        kind = kinds.get(key, str)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise SettingsError(f"{path}: {key} = {value!r} has the wrong type")
    return dict(found)


def inside(path: Path, key: str, name: str) -> Path:
    """A file of the project that an option names: a project may not name others."""
    top = Path(os.path.realpath(path.parent))
    if not Path(os.path.realpath(top / name)).is_relative_to(top):
        raise SettingsError(f"{path}: {key} = {name!r} lies outside of the project")
    return path.parent / name


def rule_files(beside: Path) -> tuple[Path, ...]:
    """The project's own rules: `rules = ["my_rules.py"]`, relative to the file that says so."""
    path = find(beside)
    names = table(path).get("rules", []) if path else []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SettingsError(f'{path}: [tool.porter] rules is a list of files: ["my_rules.py"]')
    return tuple(path.parent / name for name in names) if path else ()
