"""The first call of a function with a loop of 1,000 passes, which traces it."""

import tensorflow as tf

SIZE = "first call, 1,000 passes of one op, CPU"

state = tf.constant(1.0)


def slow():
    @tf.function
    def simulate(x):
        for _ in range(1000):
            x = x * 0.5
        return x

    simulate(state)


def fixed():
    @tf.function
    def simulate(x):
        for _ in tf.range(1000):
            x = x * 0.5
        return x

    simulate(state)
