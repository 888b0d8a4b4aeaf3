"""Python numbers from a tensor: one by one, and at once."""

import tensorflow as tf

SIZE = "200 elements, CPU"

losses = tf.random.normal([200])


def slow():
    return [float(x) for x in losses]


def fixed():
    return losses.numpy().tolist()
