"""A list that a graph appends to."""

import tensorflow as tf

found: list[object] = []


@tf.function
def step(x):
    found.append(x)
    return x


def observed():
    for value in range(5):
        step(tf.constant(float(value)))
    return f"ran in {len(found)} of 5 calls"
