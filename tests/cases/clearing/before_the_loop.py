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
from torch_compat import Linear, graph

net = Linear(2, 1)


def by_hand(x, y):
    loss = tf.reduce_mean(tf.square(graph(net)(x) - y))
    # porter: P202 the gradients of net.parameters() are cleared where they are still used
    loss.backward()
    for p in net.trainable_variables:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it; P102 zero_() changes a tensor in place inside of an expression
        p.grad.zero_()
    for p in net.trainable_variables:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
        p -= 0.1 * p.grad
# findings
# clearing/before_the_loop.py:12:5: P202 error the gradients of net.parameters() are cleared where they are still used -> give the parameters to an optimizer, or call tape.gradient() by hand
# clearing/before_the_loop.py:14:9: P102 error zero_() changes a tensor in place inside of an expression -> give it a line of its own
# clearing/before_the_loop.py:14:9: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# clearing/before_the_loop.py:17:24: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
