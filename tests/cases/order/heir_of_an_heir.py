"""The heir of an heir overrides what an update calls."""

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def coefficient(self):
        return 1.0

    def update(self, x):
        self.optimizer.zero_grad()
        loss = self.net(x).square().mean() * self.coefficient()
        loss.backward()
        self.optimizer.step()


class Middle(Agent):
    pass


class Last(Middle):
    def coefficient(self):
        return 0.5
# output
"""The heir of an heir overrides what an update calls."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op


class Agent:
    def __init__(self):
        self.net = Linear(2, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def coefficient(self):
        return 1.0

    def update(self, x):
        self._update_body(x)

    @one_op
    @tf.function
    def _update_body(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x))) * self.coefficient()
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)


class Middle(Agent):
    pass


class Last(Middle):
    def coefficient(self):
        return 0.5
