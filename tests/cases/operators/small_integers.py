"""Whole numbers of several dtypes, and masks: what torch brings them to."""

import torch

a, b = torch.tensor([200], dtype=torch.uint8), torch.tensor([-1], dtype=torch.int8)
print(a + b)
counts = torch.tensor([100, 100], dtype=torch.int8)
print(counts.sum(), torch.tensor([1, 2], dtype=torch.int32).sum() * counts.sum())
up, down = counts > 1, counts < 1
print(up + down)
# output
"""Whole numbers of several dtypes, and masks: what torch brings them to."""

import tensorflow as tf

a, b = tf.constant([200], tf.uint8), tf.constant([-1], tf.int8)
print(tf.cast(a, tf.int16) + tf.cast(b, tf.int16))
counts = tf.constant([100, 100], tf.int8)
print(
    tf.reduce_sum(tf.cast(counts, tf.int64)),
    tf.reduce_sum(tf.cast(tf.constant([1, 2], tf.int32), tf.int64))
    * tf.reduce_sum(tf.cast(counts, tf.int64)),
)
up, down = counts > 1, counts < 1
print(up | down)
