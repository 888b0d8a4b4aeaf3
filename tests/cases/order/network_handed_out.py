"""A method hands out the old policy, so what replaces it must be another object."""

import copy

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.old = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def snapshot(self):
        return self.old

    def keep(self):
        self.old = copy.deepcopy(self.net)

    def update(self, x):
        self.optimizer.zero_grad()
        loss = (self.net(x) - self.old(x).detach()).square().mean()
        loss.backward()
        self.optimizer.step()
# output
"""A method hands out the old policy, so what replaces it must be another object."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op


class Agent:
    def __init__(self):
        self.net = Linear(2, 1)
        self.old = Linear(2, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def snapshot(self):
        return self.old

    def keep(self):
        self.old = Linear(2, 1)
        self.old.set_weights(self.net.get_weights())

    def update(self, x):
        self._update_body(x, self.old)

    @one_op
    @tf.function
    def _update_body(self, x, old):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x) - tf.stop_gradient(old(x))))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
