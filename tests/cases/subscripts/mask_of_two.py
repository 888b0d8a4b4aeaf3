"""A mask of two dimensions takes both away and gives one."""

import torch

x = torch.arange(4, dtype=torch.float64).reshape(2, 2)
first = x[x > 0][0]
print(first * torch.ones(2))
# output
"""A mask of two dimensions takes both away and gives one."""

import tensorflow as tf

x = tf.reshape(tf.range(4, dtype=tf.float64), [2, 2])
first = tf.boolean_mask(x, x > 0)[0]
print(tf.cast(first, tf.float32) * tf.ones([2]))
