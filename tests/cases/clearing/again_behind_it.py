"""The second backward is cleared before, but by nobody before the next call's first one."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x, y):
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y + 1)
    loss.backward()
    optimizer.step()
# output
"""The second backward is cleared before, but by nobody before the next call's first one."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, SGD, graph

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)


def update(x, y):
    loss = tf.reduce_mean(tf.square(graph(net)(x) - y))
    # porter: P202 optimizer is not cleared, so gradients of an earlier backward are added
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer.step()
    # porter: P201 zero_grad() belongs to no update step that was ported
    optimizer.zero_grad()
    loss = tf.reduce_mean(tf.square(graph(net)(x) - (y + 1)))
    # porter: P201 backward() belongs to no update step that was ported
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer.step()
# findings
# clearing/again_behind_it.py:13:5: P202 error optimizer is not cleared, so gradients of an earlier backward are added -> call zero_grad() before each backward
# clearing/again_behind_it.py:14:5: P201 error step() belongs to no update step that was ported
# clearing/again_behind_it.py:15:5: P201 error zero_grad() belongs to no update step that was ported
# clearing/again_behind_it.py:17:5: P201 error backward() belongs to no update step that was ported
# clearing/again_behind_it.py:18:5: P201 error step() belongs to no update step that was ported
