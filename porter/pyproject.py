"""[tool.porter] in the nearest pyproject.toml: what a project sets once for all commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

_KEYS = ("rules", "check", "lint")


class SettingsError(Exception):
    """A pyproject.toml that can't be used: "path: what is wrong"."""


def find(beside: Path) -> Path | None:
    """The nearest pyproject.toml at or above a file or a directory."""
    start = beside.resolve()
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
    from difflib import get_close_matches

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
        near = get_close_matches(unknown, _KEYS, 1)
        hint = f"{near[0]}?" if near else f"it has {', '.join(_KEYS)}"
        raise SettingsError(f"{path}: [tool.porter] has no {unknown!r} -> {hint}")
    return found


def rule_files(beside: Path) -> tuple[Path, ...]:
    """The project's own rules: `rules = ["my_rules.py"]`, relative to the file that says so."""
    path = find(beside)
    names = table(path).get("rules", []) if path else []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SettingsError(f'{path}: [tool.porter] rules is a list of files: ["my_rules.py"]')
    return tuple(path.parent / name for name in names) if path else ()
