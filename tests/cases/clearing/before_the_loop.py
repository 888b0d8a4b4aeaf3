"""The gradients are cleared before the loop goes down them."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)


def by_hand(x, y):
    loss = F.mse_loss(net(x), y)
    loss.backward()
    for p in net.parameters():
        p.grad.zero_()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
# output
"""The gradients are cleared before the loop goes down them."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, backward, gradient_of, hold_gradient, recording

net = Linear(2, 1)


def by_hand(x, y):
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        backward(loss)
    for p in net.trainable_variables:
        hold_gradient(p, tf.zeros_like(gradient_of(p)))
    for p in net.trainable_variables:
        p.assign_sub(0.1 * gradient_of(p))
# findings
# clearing/before_the_loop.py:12:5: N403 note this update is ported as torch's autograd, in eager mode: the gradients of net.parameters() are cleared where they are still used -> clear, differentiate and step in one block, on a loss that is computed there
