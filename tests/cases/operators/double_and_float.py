"""Python's floats do not narrow a double."""

import torch

x = torch.ones(2, dtype=torch.float64)
print(x * 0.1, 0.1 + x, x.sum() * 0.1)
# output
"""Python's floats do not narrow a double."""

import tensorflow as tf

x = tf.ones([2], tf.float64)
print(x * 0.1, 0.1 + x, tf.reduce_sum(x) * 0.1)
