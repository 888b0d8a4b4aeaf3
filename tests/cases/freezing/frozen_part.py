"""The optimizer has all of a network, a part of which is frozen."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(2, 3), nn.Linear(3, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


net = Net()
net.head = nn.Linear(3, 2)
net.head.requires_grad_(False)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x, w):
    optimizer.zero_grad()
    loss = (net(x) * w).square().sum()
    loss.backward()
    optimizer.step()
# output
"""The optimizer has all of a network, a part of which is frozen."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op, put_layer, set_trained, trained_gradient


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.body, self.head = Linear(2, 3), Linear(3, 1)

    def call(self, x):
        return self.head(tf.tanh(self.body(x)))


net = Net()
put_layer(net, "head", Linear(3, 2))
set_trained(net.head, False)
optimizer = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x, w):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x) * w))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def update(x, w):
    update_body(x, w)
