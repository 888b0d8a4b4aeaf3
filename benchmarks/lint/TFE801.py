"""Images of bytes to floats: one by one, and batch by batch."""

import numpy as np
import tensorflow as tf

SIZE = "10,000 rows of 28x28 bytes, batch 64, CPU"

images = tf.data.Dataset.from_tensor_slices(np.ones([10_000, 28, 28], np.uint8))


def scale(x):
    return tf.cast(x, tf.float32) / 255.0


single, batched = images.map(scale).batch(64), images.batch(64).map(scale)


def slow():
    for _ in single:
        pass


def fixed():
    for _ in batched:
        pass
