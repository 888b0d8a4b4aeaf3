"""A function that is called with tensors of many dtypes: the last call counts as well."""

import torch


def halved(x):
    return x / 2


def first(x):
    return x[0]


frames = torch.zeros(2, 3, dtype=torch.uint8)
print(first(torch.zeros(2, 3)), first(torch.zeros(2, 3, 4)), first(torch.zeros(4)))
print(first(frames) / 255, halved(frames))
print(halved(torch.zeros(2)), halved(torch.zeros(2, dtype=torch.int64)))
# output
"""A function that is called with tensors of many dtypes: the last call counts as well."""

import tensorflow as tf
from torch_compat import floating


def halved(x):
    return floating(x) / 2


def first(x):
    return x[0]


frames = tf.zeros([2, 3], tf.uint8)
print(first(tf.zeros([2, 3])), first(tf.zeros([2, 3, 4])), first(tf.zeros([4])))
print(floating(first(frames)) / 255, halved(frames))
print(halved(tf.zeros([2])), halved(tf.zeros([2], tf.int64)))
