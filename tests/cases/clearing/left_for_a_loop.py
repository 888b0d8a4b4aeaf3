"""The optimizer's backward leaves gradients that the loop by hand would add to."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def fit(x, y):
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()


def by_hand(x, y):
    loss = F.mse_loss(net(x), y)
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
            p.grad = None
# output
"""The optimizer's backward leaves gradients that the loop by hand would add to."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    SGD,
    Linear,
    backward,
    gradient_of,
    hold_gradient,
    recording,
    step,
    zero_grad,
)

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def fit(x, y):
    zero_grad(optimizer)
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        backward(loss)
    step(optimizer)


def by_hand(x, y):
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        backward(loss)
    for p in net.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))
        hold_gradient(p, None)
# findings
# clearing/left_for_a_loop.py:14:5: N403 note this update is ported as torch's autograd, in eager mode: an earlier backward may have left gradients in net (also at line 20) -> clear, differentiate and step in one block, on a loss that is computed there
