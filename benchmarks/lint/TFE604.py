"""A variable that a graph makes."""

import tensorflow as tf


@tf.function
def step(x):
    total = tf.Variable(0.0)
    return total.assign_add(x)


def observed():
    try:
        step(tf.constant(1.0))
    except Exception as error:
        return f"raises {type(error).__name__}"
    return "works"
