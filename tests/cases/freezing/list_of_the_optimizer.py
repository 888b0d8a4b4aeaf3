"""What the optimizer has is put together in a loop: the frozen layer may be in it."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
params = []
for layer in net:
    params += list(layer.parameters())
net[0].weight.requires_grad = False
optimizer = torch.optim.SGD(params, lr=0.1)


def update(x):
    optimizer.zero_grad()
    loss = net(x).square().sum()
    loss.backward()
    optimizer.step()
# output
"""What the optimizer has is put together in a loop: the frozen layer may be in it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, Sequential, one_op, trained_gradient

net = Sequential(Linear(2, 3), Linear(3, 1))
params = []
for layer in net:
    params += list(layer.trainable_variables)
net[0].weight.trained = False
optimizer = SGD(params, lr=0.1)


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = trained_gradient(tape, loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    update_body(x)
