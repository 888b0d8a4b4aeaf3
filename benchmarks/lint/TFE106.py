"""The gradients of 32 rows: a tape for each, and all at once."""

import tensorflow as tf
from TFE201 import model, states

SIZE = "32 rows, 64-150-100-4 network, CPU"

rows = tf.constant(states[:32])


def gradient(row):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(row[None]))
    return tape.gradient(loss, model.trainable_variables)


def slow():
    return [gradient(rows[i]) for i in range(len(rows))]


@tf.function
def fixed():
    return tf.vectorized_map(gradient, rows)
