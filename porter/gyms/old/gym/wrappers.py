"""gym.wrappers: gymnasium's, between two adapters, and those that gymnasium no longer has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

from .core import Adapted, Modern, Wrapper


class TimeLimit(Wrapper):
    """Ends an episode after so many steps."""

    def __init__(self, env: Any, max_episode_steps: int | None = None) -> None:
        super().__init__(env)
        limit = env.spec.max_episode_steps if max_episode_steps is None else max_episode_steps
        self._max_episode_steps: int = limit
        self._elapsed_steps = 0

    def step(self, action: Any) -> Any:
        observation, reward, done, info = self.env.step(action)
        self._elapsed_steps += 1
        if self._elapsed_steps >= self._max_episode_steps:
            info = {**info, "TimeLimit.truncated": not done}
            done = True
        return observation, reward, done, info

    def reset(self, **options: Any) -> Any:
        self._elapsed_steps = 0
        return self.env.reset(**options)


class Monitor(Wrapper):
    """Recorded videos and statistics; nothing is recorded here."""

    def __init__(self, env: Any, *_: Any, **__: Any) -> None:
        super().__init__(env)


def __getattr__(name: str) -> Callable[..., Any]:
    """A wrapper of gymnasium's, for environments of the old interface."""
    if name.startswith("__") or not hasattr(gymnasium.wrappers, name):
        raise AttributeError(f"neither gymnasium nor porter's stand-in for gym has wrappers.{name}")
    wrapper = getattr(gymnasium.wrappers, name)

    def wrapped(env: Any, *args: Any, **options: Any) -> Any:
        return Adapted(wrapper(Modern(env), *args, **options))

    return wrapped
