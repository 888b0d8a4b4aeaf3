"""Environments by their names: a program's own, and gymnasium's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import gymnasium
from gymnasium.envs.registration import load_env_creator

from .. import core, wrappers

_VERSION = re.compile(r"-v(\d+)$")


@dataclass
class Spec:
    """What a program registers."""

    id: str
    entry_point: Any
    max_episode_steps: int | None = None
    reward_threshold: float | None = None
    nondeterministic: bool = False
    kwargs: dict[str, Any] = field(default_factory=dict)
    order_enforce: bool = True

    def make(self, **options: Any) -> Any:
        """An environment, with its limit of steps."""
        made = _loaded(self.entry_point)(**{**self.kwargs, **options})
        if isinstance(made, gymnasium.Env):
            made = core.Adapted(made)
        made.spec = self
        limit = self.max_episode_steps
        return made if limit is None else wrappers.TimeLimit(made, limit)


_own: dict[str, Spec] = {}
registry = SimpleNamespace(env_specs=_own, all=_own.values)


def register(id: str, **options: Any) -> None:
    """Make a program's environment known."""
    _own[id] = Spec(id, **options)


def spec(id: str) -> Any:
    """What is registered by a name."""
    return _own[id] if id in _own else gymnasium.spec(_newest(id))


def make(id: str, **options: Any) -> Any:
    """A program's environment, or gymnasium's; of those the newest version, where an old one is
    no longer there."""
    if id in _own:
        return _own[id].make(**options)
    name = _newest(id)
    modes = getattr(_loaded(gymnasium.spec(name).entry_point), "metadata", {})
    if "rgb_array" in modes.get("render_modes", ()):
        options.setdefault("render_mode", "rgb_array")
    return core.Adapted(gymnasium.make(name, **options))


def _newest(name: str) -> str:
    """The name if gymnasium still has it, else that of its newest version."""
    known = gymnasium.registry.get(name)
    if known is not None and not _is_gone(known.entry_point):
        return name
    stem = _VERSION.sub("", name)
    same = (_VERSION.search(one) for one in gymnasium.registry if _VERSION.sub("", one) == stem)
    versions = [int(found[1]) for found in same if found]
    return f"{stem}-v{max(versions)}" if versions else name


def _is_gone(entry_point: Any) -> bool:
    """Whether it only says that mujoco_py is no longer supported."""
    return getattr(entry_point, "__name__", "") == "_raise_mujoco_py_error"


def _loaded(entry_point: Any) -> Any:
    """The class or function of an entry point, "module:name"."""
    if callable(entry_point):
        return entry_point
    return load_env_creator(entry_point)
