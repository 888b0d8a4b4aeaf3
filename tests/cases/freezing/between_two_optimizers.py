"""A flag between the lines of two optimizers: the first one has trained the layer by then."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
x = torch.ones(3, 2)


def fit(optimizer):
    optimizer.zero_grad()
    loss = net(x).square().sum()
    loss.backward()
    optimizer.step()


first = torch.optim.SGD(net.parameters(), lr=0.1)
fit(first)
net[0].requires_grad_(False)
second = torch.optim.SGD(net.parameters(), lr=0.1)
fit(second)
print(net(x).sum().item())
# output
"""A flag between the lines of two optimizers: the first one has trained the layer by then."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    SGD,
    Linear,
    Sequential,
    graph,
    one_op,
    set_trained,
    trained_gradient,
    which_trained,
)

net = Sequential(Linear(2, 3), Linear(3, 1))
x = tf.ones([3, 2])


@one_op
@tf.function
def fit_body(optimizer, trained):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def fit(optimizer):
    fit_body(optimizer, which_trained(optimizer))


first = SGD(net.trainable_variables, lr=0.1)
fit(first)
set_trained(net[0], False)
second = SGD(net.trainable_variables, lr=0.1)
fit(second)
print(tf.reduce_sum(graph(net)(x)).numpy().item())
