"""The value of the action taken: by gather, and by a pair of indices."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

ATOMS = 5


class Agent:
    def __init__(self):
        self.q = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
        self.z = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3 * ATOMS))
        self.q_optimizer = optim.Adam(self.q.parameters(), lr=1e-3)
        self.z_optimizer = optim.Adam(self.z.parameters(), lr=1e-3)

    def update(self, state, action, target):
        q_value = self.q(state).gather(1, action.unsqueeze(1)).squeeze(1)
        q_loss = F.mse_loss(q_value, target)
        self.q_optimizer.zero_grad()
        q_loss.backward()
        self.q_optimizer.step()

        # A distribution over returns: the row of the action that was taken
        logits = self.z(state).view(len(state), 3, ATOMS)
        log_p = F.log_softmax(logits, dim=2)[torch.arange(len(state)), action]
        z_loss = -(log_p.mean(1) * target).mean()
        self.z_optimizer.zero_grad()
        z_loss.backward()
        self.z_optimizer.step()
        return q_loss.item(), z_loss.item()


agent = Agent()
rng = np.random.RandomState(0)
for step in range(4):
    state = torch.tensor(rng.randn(8, 4), dtype=torch.float32)
    action = torch.tensor(rng.randint(3, size=8), dtype=torch.long)
    target = torch.tensor(rng.rand(8), dtype=torch.float32)
    print(agent.update(state, action, target))
# output
"""The value of the action taken: by gather, and by a pair of indices."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op

ATOMS = 5


class Agent:
    def __init__(self):
        self.q = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 3))
        self.z = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 3 * ATOMS))
        self.q_optimizer = Adam(self.q.trainable_variables, lr=1e-3)
        self.z_optimizer = Adam(self.z.trainable_variables, lr=1e-3)

    def update(self, state, action, target):
        q_loss, z_loss = self._update_body(state, action, target)
        return q_loss.numpy().item(), z_loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, state, action, target):
        with tf.GradientTape() as tape:
            q_value = tf.gather(self.q(state), action, batch_dims=1)
            q_loss = tf.reduce_mean(tf.square(q_value - target))
        grads = tape.gradient(q_loss, self.q_optimizer.params)
        self.q_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            # A distribution over returns: the row of the action that was taken
            logits = tf.reshape(self.z(state), [len(state), 3, ATOMS])
            log_p = tf.gather(tf.nn.log_softmax(logits, axis=2), action, batch_dims=1)
            z_loss = -tf.reduce_mean(tf.reduce_mean(log_p, axis=1) * target)
        grads = tape.gradient(z_loss, self.z_optimizer.params)
        self.z_optimizer.apply(grads)
        return q_loss, z_loss


agent = Agent()
rng = np.random.RandomState(0)
for step in range(4):
    state = from_array(rng.randn(8, 4), tf.float32)
    action = from_array(rng.randint(3, size=8), tf.int64)
    target = from_array(rng.rand(8), tf.float32)
    print(agent.update(state, action, target))
