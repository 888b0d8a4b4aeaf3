import torch


def projection(target, low, high, probabilities, n):
    b = (target.clamp(low, high) - low) / 0.5
    l, u = b.floor().to(torch.int64), b.ceil().to(torch.int64)
    # where b is whole
    l[(u > 0) * (l == u)] -= 1
    u[(l < (n - 1)) & (l == u)] += 1
    m = torch.zeros(4, n)
    m.view(-1).index_add_(0, l.view(-1), (probabilities * (u.float() - b)).view(-1))
    row = torch.linspace(0, 1, 5)
    return m, torch.matmul(probabilities, row)
# output
import keras
import tensorflow as tf
from torch_compat import clamp, floating


def projection(target, low, high, probabilities, n):
    b = floating(clamp(target, low, high) - low) / 0.5
    l, u = tf.cast(tf.floor(b), tf.int64), tf.cast(tf.math.ceil(b), tf.int64)
    # where b is whole
    l = tf.where((u > 0) & (l == u), l - 1, l)
    u = tf.where((l < (n - 1)) & (l == u), u + 1, u)
    m = tf.zeros([4, n])
    m = tf.reshape(
        tf.tensor_scatter_nd_add(
            tf.reshape(m, [-1]),
            tf.reshape(l, [-1])[:, tf.newaxis],
            tf.reshape(probabilities * (tf.cast(u, tf.float32) - b), [-1]),
        ),
        tf.shape(m),
    )
    row = tf.linspace(0.0, 1.0, 5)
    return m, keras.ops.matmul(probabilities, row)
