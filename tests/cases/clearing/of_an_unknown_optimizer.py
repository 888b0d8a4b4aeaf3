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
from torch_compat import Linear, backward, recording, step, zero_grad

net = Linear(2, 1)


def update(optimizer: keras.optimizers.Optimizer, x, y):
    zero_grad(net)
    with recording():
        loss = tf.reduce_mean(tf.square(net(x) - y))
        backward(loss)
    step(optimizer)
# findings
# clearing/of_an_unknown_optimizer.py:13:5: N403 note this update is ported as torch's autograd, in eager mode: it may clear what optimizer adds up, or not -> clear, differentiate and step in one block, on a loss that is computed there
