"""The same with TensorFlow in the place of NumPy, as its author tried it: slower, not faster.

Each individual's weights are set in a Keras model, and each step of its episode asks the model.
"""

import keras
import numpy as np

from genetic import run
from loop import Evaluator as Loop
from pendulums import GENES, SHAPES, layers


class Evaluator(Loop):
    """One individual after the other; the policy is a Keras model."""

    def __init__(self, individuals):
        super().__init__(individuals)
        keras.config.set_floatx("float64")
        hidden = SHAPES[0][1]
        self.model = keras.Sequential(
            [
                keras.Input((SHAPES[0][0],)),
                keras.layers.Dense(hidden, activation="tanh"),
                keras.layers.Dense(hidden, activation="tanh"),
                keras.layers.Dense(1, activation="tanh"),
            ]
        )

    def express(self, genome):
        arrays = [layer[0] for layer in layers(genome)]
        self.model.set_weights([a[0] if i % 2 else a for i, a in enumerate(arrays)])

    def act(self, observation):
        return 2.0 * self.model(observation[None].astype(np.float64)).numpy()[0]


if __name__ == "__main__":
    run(__doc__.splitlines()[0], GENES, Evaluator)
