"""A value with one number for each place of a mask."""

import torch

x = torch.arange(4.0)
mask = x > 1
x[mask] = torch.tensor([7.0, 8.0])
y = torch.zeros(3, 2)
y[torch.tensor([True, False, True])] = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(x, y)
# output
"""A value with one number for each place of a mask."""

import numpy as np
import tensorflow as tf
from torch_compat import replaced

x = tf.constant(np.arange(4.0), tf.float32)
mask = x > 1
x = replaced(x, lambda x: tf.boolean_mask(x, mask), tf.constant([7.0, 8.0]))
y = tf.zeros([3, 2])
y = replaced(
    y,
    lambda y: tf.boolean_mask(y, tf.constant([True, False, True])),
    tf.constant([[1.0, 2.0], [3.0, 4.0]]),
)
print(x, y)
