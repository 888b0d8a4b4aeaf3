"""The evolution as its author ran it: one individual after the other, in NumPy."""

import gymnasium as gym
import numpy as np

from genetic import run
from pendulums import GENES, STEPS, layers


class Evaluator:
    """Lets one individual after the other swing up its pendulum."""

    def __init__(self, individuals):
        self.env = gym.make("Pendulum-v1")

    def __call__(self, genomes, starts):
        """The average return of each individual over episodes from these states."""
        return np.array([self.average(genome, starts) for genome in genomes])

    def average(self, genome, starts):
        self.express(genome)
        return np.mean([self.episode(start) for start in starts])

    def express(self, genome):
        self.weights = [layer[0] for layer in layers(genome)]

    def episode(self, start):
        observation, _ = self.env.reset()
        self.env.unwrapped.state = start
        angle, velocity = start
        observation = np.array([np.cos(angle), np.sin(angle), velocity], dtype=np.float32)
        total = 0.0
        for _ in range(STEPS):
            observation, reward, _, _, _ = self.env.step(self.act(observation))
            total += reward
        return total

    def act(self, observation):
        w1, b1, w2, b2, w3, b3 = self.weights
        x = observation[None].astype(np.float64)
        x = np.tanh(x @ w1 + b1)
        x = np.tanh(x @ w2 + b2)
        return (2.0 * np.tanh(x @ w3 + b3))[0]


if __name__ == "__main__":
    run(__doc__.splitlines()[0], GENES, Evaluator)
