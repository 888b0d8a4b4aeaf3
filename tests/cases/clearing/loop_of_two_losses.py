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
from torch_compat import Linear, graph

net = Linear(2, 1)


def by_hand(x, y):
    # porter: P201 zero_grad() belongs to no update step that was ported
    net.zero_grad()
    loss = tf.reduce_mean(tf.square(graph(net)(x) - y))
    # porter: P201 gradients of several backwards, or of several networks
    loss.backward()
    other = tf.reduce_mean(tf.abs(graph(net)(x) - y))
    # porter: P201 gradients of several backwards, or of several networks
    other.backward()
    for p in net.trainable_variables:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
        p -= 0.1 * p.grad
# findings
# clearing/loop_of_two_losses.py:11:5: P201 error zero_grad() belongs to no update step that was ported
# clearing/loop_of_two_losses.py:13:5: P201 error gradients of several backwards, or of several networks -> give the parameters to an optimizer, or call tape.gradient() by hand
# clearing/loop_of_two_losses.py:15:5: P201 error gradients of several backwards, or of several networks -> give the parameters to an optimizer, or call tape.gradient() by hand
# clearing/loop_of_two_losses.py:18:24: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
