"""What a check is asked to do: from the command line, else from [tool.porter.check]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from porter import gyms, pyproject


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
    gym: str = "auto"
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
    "gym": gyms.CHOICES,
}
TYPES: pyproject.Kinds = {
    "updates": int, "seed": int, "timeout": (int, float),
    "seconds": (int, float), "here": bool, "floor": bool, "html": str, "quick": bool,
}  # fmt: skip


def options(given: Mapping[str, Any], beside: Path) -> Options:
    """The options for a program; what `given` holds as None comes from the project.

    `quick` stands for the options that are not named where it stands. Raises OptionError for a
    project's option that is unknown or has a wrong value.
    """
    path = pyproject.find(beside.parent)
    ours = _table(path) if path else {}
    names = {"quick", *(field.name for field in fields(Options))}
    said = {key: value for key, value in given.items() if key in names and value is not None}
    quick, by_project = said.pop("quick", None), ours.pop("quick", False)
    if quick:
        ours |= QUICK
    elif by_project and quick is None:
        ours = QUICK | ours
    return Options(**ours | said)


def _table(path: Path) -> dict[str, Any]:
    """[tool.porter.check], every value checked."""
    try:
        found = pyproject.section(path, "check", TYPES, CHOICES)
        if "html" in found:
            found["html"] = pyproject.inside(path, "html", found["html"])
    except pyproject.SettingsError as error:
        raise OptionError(str(error)) from None
    return found
