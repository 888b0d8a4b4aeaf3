"""The draw of an epsilon-greedy choice, by TensorFlow and by NumPy."""

import numpy as np
import tensorflow as tf

SIZE = "one number, CPU"

rng = np.random.default_rng(0)


def slow():
    return bool(tf.random.uniform([]) < 0.1)


def fixed():
    return rng.random() < 0.1
