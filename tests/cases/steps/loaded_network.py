"""What an agent loads is what it saves: the update of the network is a graph."""

import pickle

import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 4)

    def forward(self, x):
        return torch.tanh(self.layer(x))


class Agent:
    def __init__(self, path=None):
        self.net = Policy()
        self.steps = 0
        if path is not None:
            self.net, self.steps = pickle.load(open(path, "rb"))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, states):
        loss = self.net(states).pow(2).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        return loss.item()

    def save(self, path):
        pickle.dump((self.net, self.steps), open(path, "wb"))
# output
"""What an agent loads is what it saves: the update of the network is a graph."""

import os
import pickle

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(2, 4)

    def call(self, x):
        return tf.tanh(self.layer(x))


class Agent:
    def __init__(self, path=None):
        self.net = Policy()
        self.steps = 0
        if path is not None:
            self.net, self.steps = pickle.load(open(path, "rb"))
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def update(self, states):
        loss = self._update_body(states)
        self.steps += 1
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.net(states)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def save(self, path):
        pickle.dump((self.net, self.steps), open(path, "wb"))
