"""A loop over gradients that two backwards have added up."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)


def by_hand(x, y):
    net.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    other = F.l1_loss(net(x), y)
    other.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
# output
"""A loop over gradients that two backwards have added up."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, backward, gradient_of, recording, zero_grad

net = Linear(2, 1)


def by_hand(x, y):
    zero_grad(net)
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        backward(loss)
    with recording():
        other = tf.reduce_mean(tf.abs(net(x) - y))
        backward(other)
    for p in net.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))
# findings
# clearing/loop_of_two_losses.py:13:5: N403 note this update is ported as torch's autograd, in eager mode: gradients of several backwards, or of several networks -> clear, differentiate and step in one block, on a loss that is computed there
