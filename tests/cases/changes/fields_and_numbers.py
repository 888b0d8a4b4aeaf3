from typing import NamedTuple

import logbook
import numpy as np
import torch
from torch import nn, optim


class Batch(NamedTuple):
    states: torch.Tensor
    rewards: torch.Tensor


class Buffer:
    def __init__(self, size: int):
        self.states = np.zeros((size, 3), np.float32)
        self.rewards = np.zeros((size, 1), np.float32)
        self.at = 0

    def add(self, state, reward):
        self.states[self.at] = state
        self.rewards[self.at] = reward
        self.at += 1

    def sample(self, rows) -> Batch:
        return Batch(torch.as_tensor(self.states[rows]), torch.as_tensor(self.rewards[rows]))


class Agent:
    def __init__(self, width: int = 3):
        self.width = width
        logbook.tell(self.width)
        self.net = nn.Linear(3, 1)
        self.optimizer = optim.SGD(self.net.parameters(), lr=0.1)

    def loss(self, batch: Batch):
        return (self.net(batch.states) - batch.rewards).pow(2).sum() / self.width

    def update(self, buffer: Buffer):
        batch = buffer.sample(np.arange(4))
        logbook.show(self.width)
        loss = self.loss(batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
import os
from typing import NamedTuple

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import logbook
import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, from_array, one_op


class Batch(NamedTuple):
    states: tf.Tensor
    rewards: tf.Tensor


class Buffer:
    def __init__(self, size: int):
        self.states = np.zeros((size, 3), np.float32)
        self.rewards = np.zeros((size, 1), np.float32)
        self.at = 0

    def add(self, state, reward):
        self.states[self.at] = state
        self.rewards[self.at] = reward
        self.at += 1

    def sample(self, rows) -> Batch:
        return Batch(from_array(self.states[rows]), from_array(self.rewards[rows]))


class Agent:
    def __init__(self, width: int = 3):
        self.width = width
        logbook.tell(self.width)
        self.net = Linear(3, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def loss(self, batch: Batch):
        return tf.reduce_sum(tf.square(self.net(batch.states) - batch.rewards)) / self.width

    def update(self, buffer: Buffer):
        batch = buffer.sample(np.arange(4))
        logbook.show(self.width)
        self._update_body(batch)

    @one_op
    @tf.function
    def _update_body(self, batch):
        with tf.GradientTape() as tape:
            loss = self.loss(batch)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
