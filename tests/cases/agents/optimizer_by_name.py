"""Optimizers that settings choose by name."""

import torch
from torch import nn

SETTINGS = [
    {"optimizer": "RMSprop", "optimizer_parameters": {"lr": 1e-2, "alpha": 0.95}},
    {"optimizer": "Adam", "optimizer_parameters": {"lr": 1e-2}},
]


class Agent:
    def __init__(self, optimizer, optimizer_parameters):
        self.q = nn.Linear(3, 2)
        self.optimizer = getattr(torch.optim, optimizer)(self.q.parameters(), **optimizer_parameters)
        self.activation = getattr(nn, "Tanh")()

    def train(self, x, y):
        loss = (self.activation(self.q(x)) - y).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(4)
for settings in SETTINGS:
    agent = Agent(**settings)
    for _ in range(5):
        print(agent.train(torch.randn(4, 3), torch.randn(4, 2)))
# output
"""Optimizers that settings choose by name."""

import functools
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, RMSprop, one_op

SETTINGS = [
    {"optimizer": "RMSprop", "optimizer_parameters": {"lr": 1e-2, "alpha": 0.95}},
    {"optimizer": "Adam", "optimizer_parameters": {"lr": 1e-2}},
]


class Agent:
    def __init__(self, optimizer, optimizer_parameters):
        self.q = Linear(3, 2)
        self.optimizer = {"Adam": Adam, "RMSprop": RMSprop}[optimizer](
            self.q.trainable_variables, **optimizer_parameters
        )
        self.activation = functools.partial(keras.layers.Activation, "tanh")()

    def train(self, x, y):
        loss = self._train_body(x, y)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.activation(self.q(x)) - y))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


tf.random.set_seed(4)
for settings in SETTINGS:
    agent = Agent(**settings)
    for _ in range(5):
        print(agent.train(tf.random.normal([4, 3]), tf.random.normal([4, 2])))
# findings
# agents/optimizer_by_name.py:15:26: N402 note by its name it can be one of those alone that the program spells: torch.optim.Adam, torch.optim.RMSprop
