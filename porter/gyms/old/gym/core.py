"""Environments and wrappers with the old interface, and adapters between old and new."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium

_SEED = "_seed_of_next_reset"  # kept in gymnasium's environment, which its wrappers share


class Env:
    """What a program's own environments inherit from."""

    metadata: ClassVar[Any] = {"render.modes": []}
    reward_range = (-float("inf"), float("inf"))
    spec: Any = None
    action_space: Any = None
    observation_space: Any = None

    def step(self, action: Any) -> Any:
        raise NotImplementedError

    def reset(self) -> Any:
        raise NotImplementedError

    def render(self, mode: str = "human", **options: Any) -> Any:
        """Nothing is shown."""

    def close(self) -> None:
        """There is nothing to close."""

    def seed(self, seed: int | None = None) -> list[int | None]:
        """An environment that draws has its own."""
        return [seed]

    @property
    def unwrapped(self) -> Any:
        return self

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Adapted(Env):
    """An environment of gymnasium. What it has of its own is read and set through this one."""

    def __init__(self, env: Any) -> None:
        vars(self).update(
            env=env, action_space=env.action_space, observation_space=env.observation_space
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return vars(self)["env"].get_wrapper_attr(name)

    def __setattr__(self, name: str, value: Any) -> None:
        inner = self.env.unwrapped
        if hasattr(inner, name) and not hasattr(type(self), name):
            setattr(inner, name, value)
        else:
            vars(self)[name] = value

    @property
    def unwrapped(self) -> Any:
        return Adapted(self.env.unwrapped)

    @property
    def spec(self) -> Any:
        return self.env.spec

    @property
    def _max_episode_steps(self) -> Any:
        return self.spec.max_episode_steps

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next reset, where gymnasium takes it."""
        setattr(self.env.unwrapped, _SEED, seed)
        return [seed]

    def reset(self, *, seed: int | None = None, return_info: bool = False, **options: Any) -> Any:
        inner = vars(self.env.unwrapped)
        seed = inner.pop(_SEED, None) if seed is None else seed
        observation, info = self.env.reset(seed=seed, **options)
        return (observation, info) if return_info else observation

    def step(self, action: Any) -> Any:
        observation, reward, terminated, truncated, info = self.env.step(action)
        if truncated:
            info = {**info, "TimeLimit.truncated": not terminated}
        return observation, reward, bool(terminated or truncated), info

    def render(self, mode: str = "human", **options: Any) -> Any:
        return self.env.render() if mode == "rgb_array" else None

    def close(self) -> None:
        self.env.close()


class Wrapper(Env):
    """An environment around another one."""

    def __init__(self, env: Any) -> None:
        self.env = env
        for name in ("action_space", "observation_space", "reward_range", "metadata", "spec"):
            setattr(self, name, getattr(env, name, getattr(Env, name)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)

    @property
    def unwrapped(self) -> Any:
        return self.env.unwrapped

    def step(self, action: Any) -> Any:
        return self.env.step(action)

    def reset(self, **options: Any) -> Any:
        return self.env.reset(**options)

    def render(self, mode: str = "human", **options: Any) -> Any:
        return self.env.render(mode, **options)

    def close(self) -> None:
        self.env.close()

    def seed(self, seed: int | None = None) -> Any:
        return self.env.seed(seed)


class ObservationWrapper(Wrapper):
    """Gives observation(observation); `_observation` in gym 0.9."""

    def reset(self, **options: Any) -> Any:
        return self._of(self.env.reset(**options))

    def step(self, action: Any) -> Any:
        observation, *others = self.env.step(action)
        return (self._of(observation), *others)

    def _of(self, observation: Any) -> Any:
        return named(self, "observation")(observation)


class ActionWrapper(Wrapper):
    """Takes action(action); `_action` in gym 0.9."""

    def step(self, action: Any) -> Any:
        return self.env.step(named(self, "action")(action))


class RewardWrapper(Wrapper):
    """Gives reward(reward); `_reward` in gym 0.9."""

    def step(self, action: Any) -> Any:
        observation, reward, *others = self.env.step(action)
        return (observation, named(self, "reward")(reward), *others)


class Modern(gymnasium.Env[Any, Any]):
    """An environment of the old interface for gymnasium's wrappers."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.action_space, self.observation_space = env.action_space, env.observation_space
        self.spec, self.metadata = env.spec, dict(env.metadata)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            self.env.seed(seed)
        return self.env.reset(), {}

    def step(self, action: Any) -> Any:
        observation, reward, done, info = self.env.step(action)
        truncated = bool(info.get("TimeLimit.truncated", False))
        return observation, reward, bool(done and not truncated), truncated, info

    def render(self) -> Any:
        return self.env.render("rgb_array")

    def close(self) -> None:
        self.env.close()


def named(wrapper: Wrapper, name: str) -> Any:
    """A wrapper's method, which began with an underscore once."""
    return getattr(wrapper, name if hasattr(type(wrapper), name) else f"_{name}")
