"""Probabilities are clamped where autograd does not see it: their gradient stays as it was."""

import numpy as np
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 12), nn.Tanh())
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
rng = np.random.RandomState(0)

for step in range(4):
    states = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    rows = torch.tensor(rng.randint(0, 3, 8))
    target = torch.tensor(rng.rand(8, 4), dtype=torch.float32)
    dist = torch.softmax(net(states).view(8, 3, 4), dim=2)
    dist = dist.gather(1, rows.view(8, 1, 1).expand(8, 1, 4)).squeeze(1)
    dist.data.clamp_(0.2, 0.3)
    other = net(states) * 2
    other.detach()[:, 0] = 0.5
    loss = -(target * dist.log()).sum(1).mean() + (other * target.sum()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Probabilities are clamped where autograd does not see it: their gradient stays as it was."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op, positions, replaced

net = Sequential(Linear(3, 12), keras.layers.Activation("tanh"))
optimizer = Adam(net.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(states, rows, target):
    with tf.GradientTape() as tape:
        dist = tf.nn.softmax(tf.reshape(net(states), [8, 3, 4]), axis=2)
        dist = tf.squeeze(
            tf.gather_nd(
                dist, positions(tf.broadcast_to(tf.reshape(rows, [8, 1, 1]), [8, 1, 4]), 1)
            ),
            axis=1,
        )
        dist = tf.grad_pass_through(lambda dist: tf.clip_by_value(dist, 0.2, 0.3))(dist)
        other = net(states) * 2
        other = tf.grad_pass_through(lambda other: replaced(other, lambda other: other[:, 0], 0.5))(
            other
        )
        loss = (
            -tf.reduce_mean(tf.reduce_sum(target * tf.math.log(dist), axis=1))
            + tf.reduce_mean(other * tf.reduce_sum(target))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    states = from_array(rng.randn(8, 3), tf.float32)
    rows = from_array(rng.randint(0, 3, 8))
    target = from_array(rng.rand(8, 4), tf.float32)
    loss = train_body(states, rows, target)
    print(step, loss.numpy().item())
# findings
# agents/unseen_clamp.py:17:5: N402 note what computed the tensor has the gradient of its own result, not of the new numbers (also at line 19)
