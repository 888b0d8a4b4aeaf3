"""Arrays that go: `del` takes their names."""

import torch
import torch.nn as nn

net = nn.Linear(4, 1)
optimizer = torch.optim.Adam(net.parameters())
for _ in range(3):
    states = torch.randn(8, 4)
    rewards = torch.zeros(8)
    values = torch.zeros(8)
    for t in range(8):
        rewards[t] = float(t)
        values[t] = float(t) * 2
    loss = ((net(states)[:, 0] - rewards - values) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    del rewards, values
# output
"""Arrays that go: `del` takes their names."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, one_op

net = Linear(4, 1)
optimizer = Adam(net.trainable_variables)


@one_op
@tf.function
def train_body(states, rewards, values):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(states)[:, 0] - rewards - values) ** 2)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for _ in range(3):
    states = tf.random.normal([8, 4])
    rewards = np.zeros([8], np.float32)
    values = np.zeros([8], np.float32)
    for t in range(8):
        rewards[t] = float(t)
        values[t] = float(t) * 2
    train_body(states, rewards, values)
    del rewards, values
