"""gym.logger, which says nothing."""

from typing import Any

DEBUG, INFO, WARN, ERROR, DISABLED = 10, 20, 30, 40, 50


def set_level(level: int) -> None:
    """Whatever the level."""


setLevel = set_level


def info(message: str, *values: Any) -> None:
    """Nothing is printed."""


debug = warn = error = deprecation = info
