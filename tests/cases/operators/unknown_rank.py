"""A double of unknown rank: if it is of one number, it does not widen a tensor."""

import torch


def scaled(x: torch.Tensor, by: torch.Tensor):
    return x.float() * by.double()


print(scaled(torch.ones(2), torch.tensor(2.0)), scaled(torch.ones(2), torch.ones(2)))
# output
"""A double of unknown rank: if it is of one number, it does not widen a tensor."""

import operator

import tensorflow as tf
from torch_compat import promoted


def scaled(x: tf.Tensor, by: tf.Tensor):
    return promoted(operator.mul, x, tf.cast(by, tf.float64))


print(scaled(tf.ones([2]), tf.constant(2.0)), scaled(tf.ones([2]), tf.ones([2])))
