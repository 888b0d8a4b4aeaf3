"""Gradients of several small batches add up before the optimizer steps."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = optim.Adam(net.parameters(), lr=1e-2)
rng = np.random.RandomState(0)
accumulate = 3

for i in range(9):
    x = torch.tensor(rng.randn(4, 4), dtype=torch.float32)
    y = torch.tensor(rng.randn(4, 1), dtype=torch.float32)
    loss = F.mse_loss(net(x), y) / accumulate
    loss.backward()
    if (i + 1) % accumulate == 0:
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
    print(i, loss.item())
# output
"""Gradients of several small batches add up before the optimizer steps."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, added, clip_grad_norm, from_array, graph, one_op

net = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 1))
optimizer = Adam(net.trainable_variables, lr=1e-2)
grads = [None] * len(optimizer.params)
rng = np.random.RandomState(0)
accumulate = 3


@one_op
@tf.function
def train_body(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y)) / accumulate
    new_grads = tape.gradient(loss, optimizer.params)
    return loss, new_grads


for i in range(9):
    x = from_array(rng.randn(4, 4), tf.float32)
    y = from_array(rng.randn(4, 1), tf.float32)
    loss, new_grads = train_body(x, y)
    grads = added(grads, new_grads)
    if (i + 1) % accumulate == 0:
        grads = clip_grad_norm(grads, 1.0)
        graph(optimizer.apply)(grads)
        grads = [None] * len(optimizer.params)
    print(i, loss.numpy().item())
