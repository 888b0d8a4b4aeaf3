"""A loop of the training freezes a layer by a number: what is trained changes while it runs."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
x = torch.ones(3, 2)
for turn in range(2):
    net[0].requires_grad_(turn == 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(2):
        optimizer.zero_grad()
        loss = net(x).square().sum()
        loss.backward()
        optimizer.step()
print(net(x).sum().item())
# output
"""A loop of the training freezes a layer by a number: what is trained changes while it runs."""

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
def train_body(optimizer, trained):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


for turn in range(2):
    set_trained(net[0], turn == 1)
    optimizer = SGD(net.trainable_variables, lr=0.1)
    for step in range(2):
        train_body(optimizer, which_trained(optimizer))
print(tf.reduce_sum(graph(net)(x)).numpy().item())
