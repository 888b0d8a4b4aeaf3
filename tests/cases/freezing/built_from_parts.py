"""A network that is frozen is a layer of a part of the one that is trained."""

import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.head = encoder, nn.Linear(3, 1)

    def forward(self, x):
        return self.head(self.encoder(x))


body = nn.Linear(2, 3)
encoder = nn.Sequential(body, nn.Tanh())
policy = Policy(encoder)
body.requires_grad_(False)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)


def update(x):
    optimizer.zero_grad()
    loss = policy(x).square().sum()
    loss.backward()
    optimizer.step()
# output
"""A network that is frozen is a layer of a part of the one that is trained."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, Sequential, TorchModel, one_op, set_trained, trained_gradient


class Policy(TorchModel):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.head = encoder, Linear(3, 1)

    def call(self, x):
        return self.head(self.encoder(x))


body = Linear(2, 3)
encoder = Sequential(body, keras.layers.Activation("tanh"))
policy = Policy(encoder)
set_trained(body, False)
optimizer = SGD(policy.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(policy(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    update_body(x)
