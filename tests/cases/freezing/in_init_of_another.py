"""An object that is made while the training runs freezes what it is given."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Freezer:
    def __init__(self, layer):
        layer.requires_grad_(False)


def update(x):
    optimizer.zero_grad()
    loss = net(x).square().sum()
    loss.backward()
    optimizer.step()


x = torch.ones(3, 2)
update(x)
Freezer(net[0])
update(x)
print(net(x).sum().item())
# output
"""An object that is made while the training runs freezes what it is given."""

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
optimizer = SGD(net.trainable_variables, lr=0.1)


class Freezer:
    def __init__(self, layer):
        set_trained(layer, False)


@one_op
@tf.function
def update_body(x, trained):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    update_body(x, which_trained(optimizer))


x = tf.ones([3, 2])
update(x)
Freezer(net[0])
update(x)
print(tf.reduce_sum(graph(net)(x)).numpy().item())
