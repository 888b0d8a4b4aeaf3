import torch


def projected(rewards: torch.Tensor, dones, actions):
    values = torch.zeros(3, 4)
    actions = torch.tensor(actions, dtype=torch.long)
    values[0] = 1.0
    values[:, 1] = rewards
    values[values < 0] = 0.0
    values[actions] += 2
    values[actions, 0] = 0.5
    values.view(-1).index_add_(0, actions, rewards)
    returns = torch.zeros(5)
    last = 0.0
    for t in reversed(range(5)):
        returns[t] = last = rewards[t] + 0.99 * last
    returns *= 2
    returns -= actions
    returns.clamp_(-1, 1).mul_(3)
    returns.add_(1)
    return values, returns


class Normalizer:
    def __init__(self):
        self.mean = torch.zeros(3)
        self.count = torch.zeros((), dtype=torch.long)

    def update(self, x: torch.Tensor):
        self.count += 1
        self.mean += (x - self.mean) / self.count
        self.mean[0] = 0.0
# output
import operator

import tensorflow as tf
from torch_compat import from_array, promoted, replaced, taken


def projected(rewards: tf.Tensor, dones, actions):
    values = tf.zeros([3, 4])
    actions = from_array(actions, tf.int64)
    values = replaced(values, lambda values: values[0], 1.0)
    values = replaced(values, lambda values: values[:, 1], rewards)
    values = tf.where(values < 0, 0.0, values)
    values = replaced(values, lambda values: taken(values, actions), taken(values, actions) + 2)
    values = replaced(values, lambda values: taken(values[:, 0], actions), 0.5)
    values = tf.reshape(
        tf.tensor_scatter_nd_add(tf.reshape(values, [-1]), actions[:, tf.newaxis], rewards),
        tf.shape(values),
    )
    returns = tf.zeros([5])
    last = 0.0
    for t in reversed(range(5)):
        last = rewards[t] + 0.99 * last
        returns = replaced(returns, lambda returns: returns[t], last)
    returns *= 2
    returns -= tf.cast(actions, tf.float32)
    returns = tf.clip_by_value(returns, -1, 1) * 3
    returns = returns + 1
    return values, returns


class Normalizer:
    def __init__(self):
        self.mean = tf.zeros([3])
        self.count = tf.zeros((), tf.int64)

    def update(self, x: tf.Tensor):
        self.count += 1
        self.mean += promoted(operator.truediv, x - self.mean, self.count)
        self.mean = tf.tensor_scatter_nd_update(self.mean, [[0]], [0.0])
# findings
# in_place/stores.py:32:9: N403 note each store copies all of self.mean, where torch writes a part of it: it is changed or kept as a whole -> keep a NumPy array in the attribute, and make tensors of what is read
