"""Neuro-evolution on Pendulum: a genetic algorithm finds the weights, no gradient is taken.

All individuals act at once: their weights lie side by side in one tensor for each layer.
"""

import numpy as np
import torch
import torch.nn as nn

from genetic import run
from pendulums import GENES, SHAPES, STEPS, Pendulums, layers


class Policies(nn.Module):
    """One small policy for each individual; row i of the observations goes to policy i."""

    def __init__(self, individuals):
        super().__init__()
        # Float64: 200 steps of a pendulum make much of a small difference
        zeros = [torch.zeros(individuals, *shape, dtype=torch.float64) for shape in SHAPES]
        self.genes = nn.ParameterList([nn.Parameter(weights) for weights in zeros])

    def forward(self, observations):
        w1, b1, w2, b2, w3, b3 = self.genes
        x = observations.unsqueeze(1)
        x = torch.tanh(torch.bmm(x, w1) + b1)
        x = torch.tanh(torch.bmm(x, w2) + b2)
        return 2.0 * torch.tanh(torch.bmm(x, w3) + b3).squeeze(1)


class Evaluator:
    """Lets all individuals swing up their pendulums side by side."""

    def __init__(self, individuals):
        self.envs = Pendulums(individuals)
        self.policies = Policies(individuals)

    def __call__(self, genomes, starts):
        """The average return of each individual over episodes from these states."""
        with torch.no_grad():
            for weights, genes in zip(self.policies.parameters(), layers(genomes)):
                weights.copy_(torch.from_numpy(genes))
        returns = np.zeros(len(genomes))
        for start in starts:
            observations, _ = self.envs.reset(options={"state": start})
            for _ in range(STEPS):
                actions = self.act(observations)
                observations, rewards, _, _, _ = self.envs.step(actions)
                returns += rewards
        return returns / len(starts)

    def act(self, observations):
        with torch.no_grad():
            return self.policies(torch.from_numpy(observations).double()).numpy()


if __name__ == "__main__":
    run(__doc__.splitlines()[0], GENES, Evaluator)
