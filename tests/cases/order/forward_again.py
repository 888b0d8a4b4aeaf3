"""A forward pass before a host line is not made again if it draws, or its input changes."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def noise(x):
    return x + torch.randn(x.shape)


class Noisy:
    def __init__(self, env):
        self.env = env
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, state):
        value = self.net(noise(state))
        reward = self.env.step(value.item())
        loss = F.mse_loss(value, torch.tensor([reward]))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class Dropping:
    def __init__(self, env):
        self.env = env
        self.net = nn.Linear(2, 1)
        self.drop = nn.Dropout(0.5)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, state):
        value = self.net(self.drop(state))
        reward = self.env.step(value.item())
        loss = F.mse_loss(value, torch.tensor([reward]))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
"""A forward pass before a host line is not made again if it draws, or its input changes."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Dropout, Linear, graph, shape_of, tensor_of, together


def noise(x):
    return x + tf.random.normal(shape_of(x.shape))


class Noisy:
    def __init__(self, env):
        self.env = env
        self.net = Linear(2, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def step(self, state):
        with tf.GradientTape() as tape:
            value = self.net(noise(state))
            reward = self.env.step(value.numpy().item())
            loss = tf.reduce_mean(tf.math.squared_difference(*together(value, tensor_of([reward]))))
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)


class Dropping:
    def __init__(self, env):
        self.env = env
        self.net = Linear(2, 1)
        self.drop = Dropout(0.5)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def step(self, state):
        with tf.GradientTape() as tape:
            value = self.net(self.drop(state))
            reward = self.env.step(value.numpy().item())
            loss = tf.reduce_mean(tf.math.squared_difference(*together(value, tensor_of([reward]))))
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
# findings
# order/forward_again.py:20:9: N403 note this update stays in eager mode: value.item() needs the value in Python (also at line 36) -> write the step as tensor code only, with host lines before or behind it
