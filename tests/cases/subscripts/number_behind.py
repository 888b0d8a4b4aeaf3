"""A number behind the index that takes its dimension away."""

import torch

x = torch.arange(24.0).reshape(2, 3, 4)
rows = torch.tensor([2, 0])
print(x[..., rows, 0], x[..., 0, rows])
# output
"""A number behind the index that takes its dimension away."""

import numpy as np
import tensorflow as tf

x = tf.reshape(tf.constant(np.arange(24.0), tf.float32), [2, 3, 4])
rows = tf.constant([2, 0], tf.int64)
print(tf.gather(x[..., :, 0], rows, axis=-1), tf.gather(x[..., 0], rows, axis=-1))
