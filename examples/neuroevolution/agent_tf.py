"""Neuro-evolution on Pendulum: a genetic algorithm finds the weights, no gradient is taken.

All individuals act at once: their weights lie side by side in one tensor for each layer.
"""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import ParameterList, TorchModel, from_array, graph

from genetic import run
from pendulums import GENES, SHAPES, STEPS, Pendulums, layers


class Policies(TorchModel):
    """One small policy for each individual; row i of the observations goes to policy i."""

    def __init__(self, individuals):
        super().__init__()
        # Float64: 200 steps of a pendulum make much of a small difference
        zeros = [tf.zeros([individuals, *shape], tf.float64) for shape in SHAPES]
        self.genes = ParameterList([keras.Variable(weights) for weights in zeros])

    def call(self, observations):
        w1, b1, w2, b2, w3, b3 = self.genes
        x = tf.expand_dims(observations, axis=1)
        x = tf.tanh(tf.matmul(x, w1) + b1)
        x = tf.tanh(tf.matmul(x, w2) + b2)
        return 2.0 * tf.squeeze(tf.tanh(tf.matmul(x, w3) + b3), axis=1)


class Evaluator:
    """Lets all individuals swing up their pendulums side by side."""

    def __init__(self, individuals):
        self.envs = Pendulums(individuals)
        self.policies = Policies(individuals)

    def __call__(self, genomes, starts):
        """The average return of each individual over episodes from these states."""
        for weights, genes in zip(self.policies.trainable_variables, layers(genomes)):
            weights.assign(from_array(genes))
        returns = np.zeros(len(genomes))
        for start in starts:
            observations, _ = self.envs.reset(options={"state": start})
            for _ in range(STEPS):
                actions = self.act(observations)
                observations, rewards, _, _, _ = self.envs.step(actions)
                returns += rewards
        return returns / len(starts)

    def act(self, observations):
        return graph(self.policies)(from_array(observations, tf.float64)).numpy()


if __name__ == "__main__":
    run(__doc__.splitlines()[0], GENES, Evaluator)
