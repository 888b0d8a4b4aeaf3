# What a method is called on is not None, wherever it came from.
import numpy as np
import torch


class Buffer:
    def __init__(self):
        self.states = None

    def fill(self):
        self.states = torch.zeros(3, 1)

    def flat(self):
        return self.states.squeeze(1)


def last(values, done):
    if done:
        value = None
    else:
        value = torch.stack(values)
    return value.unsqueeze(0)


def either(flag):
    x = torch.ones(3) if flag else np.ones(3)
    return x.sum()
# output
# What a method is called on is not None, wherever it came from.
import numpy as np
import tensorflow as tf


class Buffer:
    def __init__(self):
        self.states = None

    def fill(self):
        self.states = tf.zeros([3, 1])

    def flat(self):
        return tf.squeeze(self.states, axis=1)


def last(values, done):
    if done:
        value = None
    else:
        value = tf.stack(values)
    return tf.expand_dims(value, axis=0)


def either(flag):
    x = tf.ones([3]) if flag else np.ones(3)
    return tf.reduce_sum(x) if tf.is_tensor(x) else x.sum()
