"""A loop over the batch: each sample's target is written by its index."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
loss_fn = nn.MSELoss()
optimizer = optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.RandomState(0)

for step in range(4):
    states = torch.from_numpy(rng.randn(8, 4)).float()
    next_states = torch.from_numpy(rng.randn(8, 4)).float()
    actions = torch.from_numpy(rng.randint(3, size=8))
    rewards = torch.from_numpy(rng.rand(8)).float()

    with torch.no_grad():
        next_q = model(next_states)
    q = model(states)
    y = torch.zeros(8)
    x = torch.zeros(8)
    for i in range(len(actions)):
        y[i] = rewards[i] + 0.9 * torch.max(next_q[i])
        x[i] = q[i][actions[i]]
    loss = loss_fn(x, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""A loop over the batch: each sample's target is written by its index."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, MSELoss, Sequential, from_array, graph, one_op

model = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 3))
loss_fn = MSELoss()
optimizer = Adam(model.trainable_variables, lr=1e-3)
rng = np.random.RandomState(0)


@one_op
@tf.function
def call_model(next_states):
    return model(next_states)


for step in range(4):
    states = from_array(rng.randn(8, 4), tf.float32)
    next_states = from_array(rng.randn(8, 4), tf.float32)
    actions = from_array(rng.randint(3, size=8))
    rewards = from_array(rng.rand(8), tf.float32)

    next_q = call_model(next_states)
    with tf.GradientTape() as tape:
        q = model(states)
        y = tf.zeros([8])
        x = tf.zeros([8])
        for i in range(len(actions)):
            y = tf.tensor_scatter_nd_update(y, [[i]], [rewards[i] + 0.9 * tf.reduce_max(next_q[i])])
            x = tf.tensor_scatter_nd_update(x, [[i]], [q[i][actions[i]]])
        loss = loss_fn(x, y)
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
    print(step, loss.numpy().item())
# findings
# agents/per_sample.py:24:5: N403 note this update stays in eager mode: a Python loop -> write the step as tensor code only, with host lines before or behind it
