"""What the program does to its environments: the argument of every `step`."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from porter.equivalence.sides.classes import outermost

LIBRARIES = ("gymnasium", "gym")


class Actions:
    """Calls `acted(action)` for each step of an environment, wrappers counted once."""

    def __init__(self, acted: Callable[[Any], None]) -> None:
        self.acted = acted

    def watch(self, cls: type) -> None:
        """Wrap the `step(action)` of a class of environments: those that can be reset."""
        step = vars(cls).get("step") if hasattr(cls, "reset") else None
        if inspect.isfunction(step) and len(inspect.signature(step).parameters) >= 2:
            cls.step = outermost(step, self._stepped)  # type: ignore[attr-defined]

    def watch_libraries(self) -> None:
        """Wrap what gymnasium.make and gym.make return, where the program can import them."""
        for name in LIBRARIES:
            if importlib.util.find_spec(name) is None:
                continue
            library: Any = importlib.import_module(name)
            make = library.make

            def made(*args: Any, make: Callable[..., Any] = make, **keywords: Any) -> Any:
                env = make(*args, **keywords)
                env.step = outermost(type(env).step, self._stepped).__get__(env)
                return env

            library.make = made

    def _stepped(self, step: Callable[..., Any], env: Any, *args: Any, **keywords: Any) -> Any:
        if args or "action" in keywords:
            self.acted(as_array(args[0] if args else keywords["action"]))
        return step(env, *args, **keywords)


def as_array(action: Any) -> Any:
    """The action as an array, also a tensor of either framework."""
    detach = getattr(action, "detach", None)
    return np.array(detach().cpu() if detach else action)
