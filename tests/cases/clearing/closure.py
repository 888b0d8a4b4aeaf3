"""A step with a closure computes the loss again."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x, y, closure):
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step(closure)
# output
"""A step with a closure computes the loss again."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, backward, recording, step, zero_grad

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def update(x, y, closure):
    zero_grad(optimizer)
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        backward(loss)
    step(optimizer, closure)
# findings
# clearing/closure.py:14:5: N403 note this update is ported as torch's autograd, in eager mode: step() with a closure -> clear, differentiate and step in one block, on a loss that is computed there
