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
from torch_compat import Linear, SGD, graph

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def update(x, y, closure):
    # porter: P201 zero_grad() belongs to no update step that was ported
    optimizer.zero_grad()
    loss = tf.reduce_mean(tf.square(graph(net)(x) - y))
    # porter: P201 backward() belongs to no update step that was ported
    loss.backward()
    # porter: P201 step() with a closure
    optimizer.step(closure)
# findings
# clearing/closure.py:12:5: P201 error zero_grad() belongs to no update step that was ported
# clearing/closure.py:14:5: P201 error backward() belongs to no update step that was ported
# clearing/closure.py:15:5: P201 error step() with a closure
