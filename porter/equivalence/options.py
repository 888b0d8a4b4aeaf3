"""What a check is asked to do: from the command line, else from [tool.porter.check]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from porter import pyproject


class OptionError(ValueError):
    """An option that a check can't have; the text is for the user."""


SECONDS = 80.0  # of comparing in a check, unless something else is asked for
QUICK: dict[str, Any] = {"precision": "float64", "floor": False, "seconds": 5.0}


@dataclass(frozen=True)
class Options:
    """The defaults, which [tool.porter.check] in pyproject.toml and then the command line change.

    `updates` of None is the whole program, as far as it comes in `seconds` of comparing; 0 is no
    limit, and so is None where `updates` are given. `timeout` is seconds without a sign of life.
    """

    precision: str = "both"
    device: str = "cpu"
    updates: int | None = None
    seconds: float | None = None
    seed: int = 0
    timeout: float = 300.0
    here: bool = False
    floor: bool = True
    html: Path | None = None
    format: str = "text"

    def __post_init__(self) -> None:
        if self.updates is not None and self.updates < 1:
            raise OptionError(f"--updates {self.updates}: at least one update must be compared")
        if self.seconds is not None and self.seconds < 0:
            raise OptionError(f"--seconds {self.seconds:g}: at least 0 is meant, which is no limit")

    @property
    def limit(self) -> float:
        """The seconds that each run compares updates for; 0 is no limit."""
        otherwise = 0.0 if self.updates else SECONDS
        total = otherwise if self.seconds is None else self.seconds
        return total / (len(self.precisions) * (2 if self.floor else 1))

    @property
    def precisions(self) -> tuple[str, ...]:
        return ("float64", "float32") if self.precision == "both" else (self.precision,)

    @property
    def devices(self) -> tuple[str, ...]:
        return ("cpu", "gpu") if self.device == "both" else (self.device,)


CHOICES = {
    "precision": ("float64", "float32", "both"),
    "device": ("cpu", "gpu", "both"),
    "format": ("text", "json"),
}
TYPES: dict[str, type | tuple[type, ...]] = {
    "updates": int, "seed": int, "timeout": (int, float),
    "seconds": (int, float), "here": bool, "floor": bool, "html": str,
}  # fmt: skip


def options(given: Mapping[str, Any], beside: Path) -> Options:
    """The options for a program; what `given` holds as None comes from the project.

    Raises OptionError for a project's option that is unknown or has a wrong value.
    """
    path = pyproject.find(beside.parent)
    chosen = _table(path) if path else {}
    if path and isinstance(chosen.get("html"), str):
        chosen["html"] = path.parent / chosen["html"]
    names = {field.name for field in fields(Options)}
    chosen |= {key: value for key, value in given.items() if key in names and value is not None}
    return Options(**chosen)


def _table(path: Path) -> dict[str, Any]:
    """[tool.porter.check], every value checked."""
    try:
        table: Any = pyproject.table(path).get("check", {})
    except pyproject.SettingsError as error:
        raise OptionError(str(error)) from None
    if not isinstance(table, dict):
        raise OptionError(f"{path}: [tool.porter.check] is a table")
    for key, value in table.items():
        if key not in CHOICES and key not in TYPES:
            known = ", ".join(sorted((*CHOICES, *TYPES)))
            raise OptionError(f"{path}: [tool.porter.check] has no option {key!r}; it has {known}")
        if value not in CHOICES.get(key, (value,)):
            allowed = ", ".join(CHOICES[key])
            raise OptionError(f"{path}: {key} = {value!r}: one of {allowed} is meant")
        kind = TYPES.get(key, str)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise OptionError(f"{path}: {key} = {value!r} has the wrong type")
    return dict(table)
