"""A loop of the module gives a global another value on each pass."""

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x):
    optimizer.zero_grad()
    loss = net(x).square().mean() * scale
    loss.backward()
    optimizer.step()


for step in range(3):
    scale = 1.0 / (step + 1)
    update(torch.ones(3, 2))
# output
"""A loop of the module gives a global another value on each pass."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x, scale):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x))) * scale
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def update(x):
    update_body(x, tf.convert_to_tensor(scale, tf.float32))


for step in range(3):
    scale = 1.0 / (step + 1)
    update(tf.ones([3, 2]))
