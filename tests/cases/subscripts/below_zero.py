"""Indices that may be below 0: on one side of a condition, or of a where."""

import torch

x = torch.arange(4.0)


def pick(flag, mask, anchor):
    places = torch.tensor([-1]) if flag else torch.tensor([0])
    others = torch.tensor([1]) if flag else torch.tensor([-2])
    chosen = torch.where(mask, torch.tensor([0, 1]), torch.tensor([-1, -2]))
    return x[places], x[others], x[chosen], x[anchor.long()]


print(pick(True, torch.tensor([True, False]), torch.tensor([-1])))
# output
"""Indices that may be below 0: on one side of a condition, or of a where."""

import numpy as np
import tensorflow as tf
from torch_compat import taken

x = tf.constant(np.arange(4.0), tf.float32)


def pick(flag, mask, anchor):
    places = tf.constant([-1], tf.int64) if flag else tf.constant([0], tf.int64)
    others = tf.constant([1], tf.int64) if flag else tf.constant([-2], tf.int64)
    chosen = tf.where(mask, tf.constant([0, 1], tf.int64), tf.constant([-1, -2], tf.int64))
    return taken(x, places), taken(x, others), taken(x, chosen), taken(x, anchor)


print(pick(True, tf.constant([True, False]), tf.constant([-1], tf.int64)))
