"""What a caller hands over is a tensor: no array of the host's."""

import torch


def fill(y):
    y[0] = 1.5
    y[1] += 2
    return y


x = fill(torch.zeros(3))
print(x)
# output
"""What a caller hands over is a tensor: no array of the host's."""

import tensorflow as tf


def fill(y):
    y = tf.tensor_scatter_nd_update(y, [[0]], [1.5])
    y = tf.tensor_scatter_nd_update(y, [[1]], [y[1] + 2])
    return y


x = fill(tf.zeros([3]))
print(x)
