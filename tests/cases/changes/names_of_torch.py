"""torch.max is none of the program's, though a class keeps a max of its own."""
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        self.max = torch.zeros(1)
        self.opt = torch.optim.Adam(self.net.parameters(), lr=0.01)

    def widen(self, x):
        self.max = x

    def train(self, states, rewards):
        value = torch.max(self.net(states), 1)[0]
        loss = (value - rewards).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss
# output
"""torch.max is none of the program's, though a class keeps a max of its own."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, largest, one_op


class Agent:
    def __init__(self):
        self.net = Linear(3, 2)
        self.max = tf.zeros([1])
        self.opt = Adam(self.net.trainable_variables, lr=0.01)

    def widen(self, x):
        self.max = x

    def train(self, states, rewards):
        loss = self._train_body(states, rewards)
        return loss

    @one_op
    @tf.function
    def _train_body(self, states, rewards):
        with tf.GradientTape() as tape:
            value = largest(self.net(states), axis=1)
            loss = tf.reduce_mean(tf.square(value - rewards))
        grads = tape.gradient(loss, self.opt.params)
        self.opt.apply(grads)
        return loss
