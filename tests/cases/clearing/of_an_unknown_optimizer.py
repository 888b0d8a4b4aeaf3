"""Nobody says whose parameters the optimizer has: the network's zero_grad() may clear others."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(2, 1)


def update(optimizer: torch.optim.Optimizer, x, y):
    net.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
# output
"""Nobody says whose parameters the optimizer has: the network's zero_grad() may clear others."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, graph

net = Linear(2, 1)


def update(optimizer: keras.optimizers.Optimizer, x, y):
    # porter: P201 it may clear what optimizer adds up, or not
    net.zero_grad()
    loss = tf.reduce_mean(tf.square(graph(net)(x) - y))
    # porter: P201 backward() belongs to no update step that was ported
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer.step()
# findings
# clearing/of_an_unknown_optimizer.py:11:5: P201 error it may clear what optimizer adds up, or not
# clearing/of_an_unknown_optimizer.py:13:5: P201 error backward() belongs to no update step that was ported
# clearing/of_an_unknown_optimizer.py:14:5: P201 error step() belongs to no update step that was ported
