"""A parameter that is made frozen stays as it is."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1), requires_grad=False)
        self.head = nn.Linear(2, 1)

    def forward(self, x):
        return self.head(x) * self.scale


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x):
    optimizer.zero_grad()
    loss = net(x).square().sum()
    loss.backward()
    optimizer.step()
# output
"""A parameter that is made frozen stays as it is."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op, trained_gradient, with_trained


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.scale = with_trained(keras.Variable(tf.ones([1])), False)
        self.head = Linear(2, 1)

    def call(self, x):
        return self.head(x) * self.scale


net = Net()
optimizer = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    update_body(x)
