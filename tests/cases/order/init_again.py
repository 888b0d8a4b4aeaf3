"""A method that calls __init__ again changes what that sets."""

import torch
import torch.nn as nn


class Agent:
    def __init__(self, scale):
        self.scale = scale

    def build(self):
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def reset(self):
        self.__init__(0.5)

    def update(self, x):
        self.optimizer.zero_grad()
        loss = self.net(x).square().mean() * self.scale
        loss.backward()
        self.optimizer.step()
# output
"""A method that calls __init__ again changes what that sets."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op


class Agent:
    def __init__(self, scale):
        self.scale = scale

    def build(self):
        self.net = Linear(2, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def reset(self):
        self.__init__(0.5)

    def update(self, x):
        self._update_body(x, self.optimizer, self.net, tf.convert_to_tensor(self.scale, tf.float32))

    @one_op
    @tf.function
    def _update_body(self, x, optimizer, net, scale):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(net(x))) * scale
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
