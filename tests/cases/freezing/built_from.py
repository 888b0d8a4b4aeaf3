"""A network that is frozen is a layer of the one that is trained."""

import torch
import torch.nn as nn

body, head = nn.Linear(2, 3), nn.Linear(3, 1)
net = nn.Sequential(body, nn.Tanh(), head)
for p in body.parameters():
    p.requires_grad = False
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x):
    optimizer.zero_grad()
    loss = net(x).square().sum()
    loss.backward()
    optimizer.step()
# output
"""A network that is frozen is a layer of the one that is trained."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import SGD, Linear, Sequential, one_op, trained_gradient

body, head = Linear(2, 3), Linear(3, 1)
net = Sequential(body, keras.layers.Activation("tanh"), head)
for p in body.trainable_variables:
    p.trained = False
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
