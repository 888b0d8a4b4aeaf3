"""A network that a dict of classes makes: nobody puts another class into it."""
import torch
import torch.nn as nn


class Small(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 8)

    def forward(self, x):
        return torch.tanh(self.fc(x))


class Identity(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        return x


ENCODERS = {"small": Small, "identity": Identity}


def make_encoder(kind, n):
    assert kind in ENCODERS
    return ENCODERS[kind](n)


class Agent:
    def __init__(self, kind):
        self.encoder = make_encoder(kind, 8)
        self.opt = torch.optim.Adam(self.encoder.parameters(), lr=0.01)

    def update(self, states, target):
        loss = (self.encoder(states) - target).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss
# output
"""A network that a dict of classes makes: nobody puts another class into it."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op


class Small(TorchModel):
    def __init__(self, n):
        super().__init__()
        self.fc = Linear(n, 8)

    def call(self, x):
        return tf.tanh(self.fc(x))


class Identity(TorchModel):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def call(self, x):
        return x


ENCODERS = {"small": Small, "identity": Identity}


def make_encoder(kind, n):
    assert kind in ENCODERS
    return ENCODERS[kind](n)


class Agent:
    def __init__(self, kind):
        self.encoder = make_encoder(kind, 8)
        self.opt = Adam(self.encoder.trainable_variables, lr=0.01)

    def update(self, states, target):
        loss = self._update_body(states, target)
        return loss

    @one_op
    @tf.function
    def _update_body(self, states, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.encoder(states) - target))
        grads = tape.gradient(loss, self.opt.params)
        self.opt.apply(grads)
        return loss
