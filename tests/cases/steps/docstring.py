import torch
import torch.nn as nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def loss_of(x, y):
    """A helper's docstring stays in the helper."""
    return ((net(x) - y) ** 2).sum()


def train(x, y):
    """One step of gradient descent."""
    loss = loss_of(x, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


print(train(torch.ones(2, 3), torch.zeros(2, 1)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op

net = Linear(3, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def loss_of(x, y):
    """A helper's docstring stays in the helper."""
    return tf.reduce_sum((net(x) - y) ** 2)


@one_op
@tf.function
def train_body(x, y):
    with tf.GradientTape() as tape:
        loss = loss_of(x, y)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def train(x, y):
    """One step of gradient descent."""
    loss = train_body(x, y)
    return loss.numpy().item()


print(train(tf.ones([2, 3]), tf.zeros([2, 1])))
