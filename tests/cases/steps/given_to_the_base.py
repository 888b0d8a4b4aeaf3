"""An activation that heirs give to their base, a function under a name, a range, and a branch that
asks for the GPU: nothing of it keeps the update out of a graph."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Base(nn.Module):
    def __init__(self, size, activation, action_range):
        super().__init__()
        self.size = size
        self.activation = activation
        self.action_range = action_range


class Policy(Base):
    def __init__(self, size, hidden, action_range, activation=F.relu):
        super().__init__(size, activation, action_range)
        self.first = nn.Linear(size, hidden)
        self.second = nn.Linear(hidden, size)

    def forward(self, x):
        squashed = torch.tanh
        x = self.second(self.activation(self.first(x)))
        zeros = torch.zeros(x.size())
        if x.is_cuda:
            zeros = zeros.cuda()
        return squashed(x) + zeros - np.log(self.action_range)


class Agent:
    def __init__(self, env):
        self.policy = Policy(3, 8, env.action_space.high[0])
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def update(self, states):
        loss = self.policy(states).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
# output
"""An activation that heirs give to their base, a function under a name, a range, and a branch that
asks for the GPU: nothing of it keeps the update out of a graph."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op


class Base(TorchModel):
    def __init__(self, size, activation, action_range):
        super().__init__()
        self.size = size
        self.activation = activation
        self.action_range = action_range


class Policy(Base):
    def __init__(self, size, hidden, action_range, activation=tf.nn.relu):
        super().__init__(size, activation, action_range)
        self.first = Linear(size, hidden)
        self.second = Linear(hidden, size)

    def call(self, x):
        x = self.second(self.activation(self.first(x)))
        zeros = tf.zeros(x.shape)
        return tf.tanh(x) + zeros - np.log(self.action_range)


class Agent:
    def __init__(self, env):
        self.policy = Policy(3, 8, env.action_space.high[0])
        self.optimizer = SGD(self.policy.trainable_variables, lr=0.1)

    def update(self, states):
        self._update_body(states)

    @one_op
    @tf.function
    def _update_body(self, states):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.policy(states)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
