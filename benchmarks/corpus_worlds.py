"""Environments for the corpus: gym, gymnasium, envpool and their like, as far as the corpus asks.

CartPole, Pendulum and their family are gymnasium's own. Every other environment draws observations
of the right shape and dtype, rewards, and ends of episodes (one step in twenty). Wrappers that
change observations hand them on: what comes has its final shape from the start.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import gymnasium.envs.classic_control
import numpy as np
from gymnasium import spaces

_CLASSIC = re.compile(r"(CartPole|Pendulum|Acrobot|MountainCar|MountainCarContinuous)-v\d")
_NEWEST = {"CartPole-v0": "CartPole-v1", "Pendulum-v0": "Pendulum-v1"}
_ATARI = re.compile(r"NoFrameskip|(Breakout|Pong|MontezumaRevenge)-v")  # behind its wrappers
_SCREEN = re.compile(r"ALE/|Deterministic|Mario|Mini[Gg]rid")
_MEANINGS = ["NOOP", "FIRE", "UP", "RIGHT", "LEFT", "DOWN"]


def frames(number: int) -> spaces.Box:
    """What so many frames of an Atari game look like behind their wrappers."""
    return spaces.Box(0, 255, (number, 84, 84), np.uint8)


class World:
    """One environment: gymnasium's, or one that draws. `new`: gymnasium's interface of 0.26."""

    metadata = reward_range = None
    num_envs = 1

    def __init__(self, name: str, new: bool, **options: Any) -> None:
        self.new = new
        self.real = gymnasium.make(_NEWEST.get(name, name)) if _CLASSIC.fullmatch(name) else None
        if self.real:
            self.observation_space, self.action_space = (
                self.real.observation_space,
                self.real.action_space,
            )
        else:
            self.observation_space, self.action_space = _spaces(name)
        self.spec = self.real and self.real.spec
        self._max_episode_steps = 200
        self.np_random = np.random.default_rng(0)
        self.ale = self
        self.unwrapped = self
        self.steps = 0

    def seed(self, seed: int | None = None) -> list[int]:
        self.np_random = np.random.default_rng(seed)
        return [seed or 0]

    def reset(self, seed: int | None = None, **options: Any) -> Any:
        self.steps = 0
        observation = self.real.reset(seed=seed)[0] if self.real else self._draw()
        return (observation, {}) if self.new else observation

    def step(self, action: Any) -> tuple[Any, ...]:
        self.steps += 1
        if self.real:
            observation, reward, terminated, truncated, info = self.real.step(action)
        else:
            observation, reward = self._draw(), float(self.np_random.normal())
            terminated, truncated, info = self.np_random.random() < 0.05, False, {}
        if terminated or truncated:
            info = {**info, "episode": {"r": float(reward), "l": self.steps, "t": 0.0}}
        if self.new:
            return observation, reward, bool(terminated), bool(truncated), info
        return observation, reward, bool(terminated or truncated), info

    def _draw(self) -> Any:
        return draw(self.observation_space, self.np_random)

    def lives(self) -> int:
        return 3

    def get_action_meanings(self) -> list[str]:
        return _MEANINGS

    def render(self, *arguments: Any, **options: Any) -> Any:
        return np.zeros((64, 64, 3), np.uint8)

    def close(self) -> None:
        pass


def _spaces(name: str) -> tuple[spaces.Space, spaces.Space]:
    """What an environment of that name sees and does."""
    if _ATARI.search(name):
        return frames(4), spaces.Discrete(6)
    if "-ram-" in name:
        return spaces.Box(0, 255, (128,), np.uint8), spaces.Discrete(3)
    if _SCREEN.search(name):
        return spaces.Box(0, 255, (210, 160, 3), np.uint8), spaces.Discrete(6)
    return spaces.Box(-np.inf, np.inf, (11,), np.float64), spaces.Box(-1, 1, (3,), np.float32)


def draw(space: spaces.Space, rng: np.random.Generator, *many: int) -> Any:
    """An observation of the space, or many at once."""
    if isinstance(space, spaces.Dict):
        return {name: draw(part, rng, *many) for name, part in space.items()}
    shape = (*many, *space.shape)
    if space.dtype == np.uint8:
        return rng.integers(0, 256, shape, np.uint8)
    return rng.normal(size=shape).astype(space.dtype)


class Worlds:
    """Environments side by side, with gymnasium 0.29's `final_observation` and `final_info`."""

    metadata = spec = None
    is_vector_env = True

    def __init__(self, makers: Sequence[Callable[[], Any]], **options: Any) -> None:
        self.envs = [make() for make in makers]
        self.num_envs = len(self.envs)
        first = self.envs[0]
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(first.observation_space, self.num_envs)
        self.action_space = batch(first.action_space, self.num_envs)
        self.unwrapped = self

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        return np.stack([env.reset()[0] for env in self.envs]), {}

    def step(self, actions: Any) -> tuple[Any, ...]:
        results = [env.step(action) for env, action in zip(self.envs, actions, strict=True)]
        rewards, ends, cuts = (np.array([result[i] for result in results]) for i in (1, 2, 3))
        infos: dict[str, Any] = {}
        observations = [result[0] for result in results]
        over = [i for i in range(self.num_envs) if ends[i] or cuts[i]]
        if over:
            infos["final_observation"] = np.full(self.num_envs, None, object)
            infos["final_info"] = np.full(self.num_envs, None, object)
        for i in over:
            infos["final_observation"][i], infos["final_info"][i] = observations[i], results[i][4]
            observations[i] = self.envs[i].reset()[0]
        return np.stack(observations), rewards, ends, cuts, infos

    def close(self) -> None:
        pass


class Batch:
    """Environments that are one from the start (envpool, procgen), with the interface of old."""

    is_vector_env = True
    metadata = spec = reward_range = render_mode = None

    def __init__(self, observation: spaces.Space, action: spaces.Space, num_envs: int) -> None:
        self.observation_space = self.single_observation_space = observation
        self.action_space = self.single_action_space = action
        self.num_envs = num_envs
        self.rng = np.random.default_rng(0)
        self.unwrapped = self

    def reset(self, **options: Any) -> Any:
        return draw(self.observation_space, self.rng, self.num_envs)

    def step(self, actions: Any) -> tuple[Any, ...]:
        many = self.num_envs
        ends = self.rng.random(many) < 0.05
        info = {
            "reward": self.rng.normal(size=many).astype(np.float32),
            "lives": np.zeros(many, np.int32),
            "terminated": ends.astype(np.int32),
            "TimeLimit.truncated": np.zeros(many, bool),
            "elapsed_step": np.ones(many, np.int32),
        }
        return self.reset(), info["reward"], ends, _Info(info, many)

    def close(self) -> None:
        pass


class _Info(dict):
    """What envpool tells, by name; procgen's is a list, one for each environment."""

    def __init__(self, info: dict[str, Any], many: int) -> None:
        super().__init__(info)
        self.many = many

    def __iter__(self) -> Any:
        return iter([{}] * self.many)


class Wrapper:
    """Hands everything on. What a subclass overrides counts, also under gym's names of old."""

    def __init__(self, env: Any = None, *arguments: Any, **options: Any) -> None:
        self.env = env

    def __class_getitem__(cls, types: Any) -> type:
        return cls

    def __getattr__(self, name: str) -> Any:
        if name == "env":
            raise AttributeError(name)
        return getattr(self.env, name)

    def reset(self, **options: Any) -> Any:
        change, result = self._change("observation"), self.env.reset(**options)
        if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict):
            return change(result[0]), result[1]
        return change(result)

    def step(self, action: Any) -> tuple[Any, ...]:
        observation, reward, *rest = self.env.step(self._change("action")(action))
        return self._change("observation")(observation), self._change("reward")(reward), *rest

    def _change(self, what: str) -> Callable[[Any], Any]:
        for name in (what, f"_{what}"):
            if name in vars(self) or hasattr(type(self), name):
                return getattr(self, name)
        return _same


def _same(value: Any) -> Any:
    return value


class FrameStack(Wrapper):
    """The last frames of an Atari game, as many as the program asks for."""

    def __init__(self, env: Any, num_stack: int, *arguments: Any, **options: Any) -> None:
        super().__init__(env)
        if env.observation_space == frames(4) and num_stack < 4:
            self.observation_space = frames(num_stack)
            self.observation = lambda observation: observation[-num_stack:]


class TransformObservation(Wrapper):
    """The program's own function on each observation."""

    def __init__(self, env: Any, f: Callable[[Any], Any], *arguments: Any, **options: Any) -> None:
        super().__init__(env)
        self.observation = f
