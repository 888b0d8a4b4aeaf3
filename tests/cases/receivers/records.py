import collections
from collections import namedtuple

import torch

Batch = collections.namedtuple("Batch", ["states", "weights"])
Step = namedtuple("Step", "value reward")


class Buffer:
    def __init__(self, rows):
        self.rows = rows

    def sample(self, chosen):
        samples = {"states": torch.from_numpy(self.rows[chosen]).float()}
        samples["weights"] = torch.from_numpy(self.rows[chosen]).float().unsqueeze(1)
        return Batch(**samples)


def loss(buffer: Buffer, chosen, steps):
    data = buffer.sample(chosen)
    step = Step(data.states.mean(), 1.0)
    other = Batch(*steps)
    settings = {"low": None, "scale": 2.0}
    total = (data.states * data.weights.squeeze()).sum() + step.value
    return total, step.reward, other.weights, settings["low"], settings["scale"]
# output
import collections
from collections import namedtuple

import tensorflow as tf
from torch_compat import from_array

Batch = collections.namedtuple("Batch", ["states", "weights"])
Step = namedtuple("Step", "value reward")


class Buffer:
    def __init__(self, rows):
        self.rows = rows

    def sample(self, chosen):
        samples = {"states": from_array(self.rows[chosen], tf.float32)}
        samples["weights"] = tf.expand_dims(from_array(self.rows[chosen], tf.float32), axis=1)
        return Batch(**samples)


def loss(buffer: Buffer, chosen, steps):
    data = buffer.sample(chosen)
    step = Step(tf.reduce_mean(data.states), 1.0)
    other = Batch(*steps)
    settings = {"low": None, "scale": 2.0}
    total = tf.reduce_sum(data.states * tf.squeeze(data.weights)) + step.value
    return total, step.reward, other.weights, settings["low"], settings["scale"]
