"""The options of `porter convert`: from the command line, else from [tool.porter.convert].

A project sets what is the same for every run. `--check` is not among that: it runs code, which only
the person at the keyboard decides. Nor are `--diff`, `--update` and `--force`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from porter import pyproject

FORMATS = ("text", "concise", "json", "github", "sarif")
HELPERS = ("inline", "module")
DEFAULTS: dict[str, Any] = {
    "output": None,
    "explain": False,
    "format": "text",
    "report": None,
    "helpers": None,
    "jit": False,
    "jobs": 1,
    "quiet": False,
    "evidence": None,
    "strict": False,
    "cache": True,
}
CHOICES = {"format": FORMATS, "helpers": HELPERS}
KINDS: pyproject.Kinds = {
    "output": str, "explain": bool, "report": str, "jit": bool, "jobs": int, "quiet": bool,
    "evidence": str, "strict": bool, "cache": bool,
}  # fmt: skip


def fill(arguments: argparse.Namespace, beside: Path) -> None:
    """Give every option that is not on the command line its value. Raises SettingsError."""
    path = pyproject.find(beside)
    if path:
        _check_others(path)
    chosen = pyproject.section(path, "convert", KINDS, CHOICES) if path else {}
    if path and chosen.get("jobs", 1) < 1:
        raise pyproject.SettingsError(f"{path}: jobs = {chosen['jobs']}: at least 1 is meant")
    for name in ("output", "report", "evidence"):
        if path and name in chosen:
            target = pyproject.inside(path, name, chosen[name])
            chosen[name] = str(target) if name == "output" else target
    for name, default in DEFAULTS.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, chosen.get(name, default))


def _check_others(path: Path) -> None:
    """The settings of check and lint: a wrong one is told at once, not first in CI. Raises
    SettingsError."""
    from porter.equivalence.options import OptionError, options
    from porter.linter import settings

    settings.read(path.parent)
    try:
        options({}, path)
    except OptionError as error:
        raise pyproject.SettingsError(str(error)) from None
