"""The rows of two arrays: from a generator, and sliced."""

import numpy as np
import tensorflow as tf

SIZE = "2,000 rows of 64, batch 64, CPU"

x, y = np.ones([2000, 64], np.float32), np.ones([2000], np.float32)


def rows():
    for i in range(len(x)):
        yield x[i], y[i]


signature = (tf.TensorSpec([64]), tf.TensorSpec([]))
generated = tf.data.Dataset.from_generator(rows, output_signature=signature).batch(64)
sliced = tf.data.Dataset.from_tensor_slices((x, y)).batch(64)


def slow():
    for _ in generated:
        pass


def fixed():
    for _ in sliced:
        pass
