"""A count that is an exponent, a factor, a length and a number of Python's in one update."""

import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)


def shaped(x, k):
    return x.pow(2).mean() * 0.9**k


class Counter:
    def __init__(self):
        self.t = 0

    def update(self, x):
        v = net(x)
        loss = (v - self.t // 2).pow(2).mean() + v.mean() / (self.t + 1) ** 0.5
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        self.t += 1
        return loss.item()


for k in range(1, 4):
    x = torch.ones(k, 2) / k
    loss = (net(x) ** k * 0.5**k + k % 2).sum() / k + shaped(net(x), k).clamp(max=k)
    loss = loss + torch.linspace(0, 1, k + 1).mean() + (1 / k) * torch.zeros(k).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(k, loss.item())

counter = Counter()
for _ in range(3):
    print(counter.update(torch.ones(2, 2)))
# output
"""A count that is an exponent, a factor, a length and a number of Python's in one update."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

tf.random.set_seed(0)
net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.05)


def shaped(x, k):
    return tf.reduce_mean(tf.square(x)) * 0.9**k


class Counter:
    def __init__(self):
        self.t = 0

    def update(self, x):
        loss = self._update_body(
            x,
            tf.convert_to_tensor(self.t // 2, tf.float32),
            tf.convert_to_tensor((self.t + 1) ** 0.5, tf.float32),
        )
        self.t += 1
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, x, t, t_2):
        with tf.GradientTape() as tape:
            v = net(x)
            loss = tf.reduce_mean(tf.square(v - t)) + tf.reduce_mean(v) / t_2
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss


@one_op
@tf.function
def train_body(k, k_2, k_3, k_4, k_5, k_6):
    x = tf.ones([k_6, 2]) / k
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net(x) ** k * k_2 + k_3) / k + tf.minimum(shaped(net(x), k), k)
        loss = (
            loss
            + tf.reduce_mean(tf.linspace(0.0, 1.0, k_4))
            + k_5 * tf.reduce_sum(tf.zeros([k_6]))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for k in range(1, 4):
    loss = train_body(
        tf.convert_to_tensor(k, tf.float32),
        tf.convert_to_tensor(0.5**k, tf.float32),
        tf.convert_to_tensor(k % 2, tf.float32),
        tf.convert_to_tensor(k + 1, tf.int64),
        tf.convert_to_tensor(1 / k, tf.float32),
        tf.convert_to_tensor(k, tf.int64),
    )
    print(k, loss.numpy().item())

counter = Counter()
for _ in range(3):
    print(counter.update(tf.ones([2, 2])))
