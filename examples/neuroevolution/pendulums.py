"""Many Pendulum-v1 at once: gymnasium's equations, for all individuals in one line each."""

import gymnasium as gym
import numpy as np
from gymnasium.envs.classic_control.pendulum import PendulumEnv
from gymnasium.vector.utils import batch_space

STEPS = 200  # of an episode; a pendulum never ends it by itself

# The layers of a policy: weights of (inputs, outputs), then the bias.
SHAPES = [(3, 32), (1, 32), (32, 32), (1, 32), (32, 1), (1, 1)]
GENES = sum(rows * columns for rows, columns in SHAPES)


def layers(genomes):
    """The genomes of [individuals, GENES] as one array [individuals, rows, columns] a layer."""
    ends = np.cumsum([rows * columns for rows, columns in SHAPES])
    parts = np.split(genomes, ends[:-1], axis=-1)
    return [part.reshape(-1, *shape) for part, shape in zip(parts, SHAPES)]


class Pendulums(gym.vector.VectorEnv):
    """`num_envs` pendulums that start alike: `reset(options={"state": (angle, velocity)})`."""

    def __init__(self, num_envs):
        one = PendulumEnv()
        self.num_envs = num_envs
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(one.observation_space, num_envs)
        self.action_space = batch_space(one.action_space, num_envs)
        self.limits = one

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        angle, velocity = options["state"]
        self.angle = np.full(self.num_envs, angle, dtype=np.float64)
        self.velocity = np.full(self.num_envs, velocity, dtype=np.float64)
        self.steps = 0
        return self._observations(), {}

    def step(self, actions):
        one = self.limits
        torque = np.clip(actions[:, 0], -one.max_torque, one.max_torque)
        angle = (self.angle + np.pi) % (2 * np.pi) - np.pi
        rewards = -(angle**2 + 0.1 * self.velocity**2 + 0.001 * torque**2)

        acceleration = 3 * one.g / (2 * one.l) * np.sin(self.angle) + 3.0 / one.m * torque
        velocity = self.velocity + acceleration * one.dt
        self.velocity = np.clip(velocity, -one.max_speed, one.max_speed)
        self.angle = self.angle + self.velocity * one.dt
        self.steps += 1

        ended = np.zeros(self.num_envs, dtype=bool)
        return self._observations(), rewards, ended, ended | (self.steps >= STEPS), {}

    def _observations(self):
        parts = np.cos(self.angle), np.sin(self.angle), self.velocity
        return np.stack(parts, axis=1).astype(np.float32)
