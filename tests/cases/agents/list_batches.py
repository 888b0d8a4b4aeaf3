"""A replay memory of tuples: batches are made of Python lists."""

import collections
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ReplayBuffer:
    def __init__(self):
        self.buffer = collections.deque(maxlen=50)

    def put(self, transition):
        self.buffer.append(transition)

    def sample(self, n):
        batch = random.sample(self.buffer, n)
        states = torch.stack([torch.from_numpy(s).float() for s, _, _, _ in batch])
        actions = torch.tensor([[a] for _, a, _, _ in batch])
        rewards = torch.tensor([r for _, _, r, _ in batch], dtype=torch.float)
        masks = torch.FloatTensor([0.0 if done else 1.0 for _, _, _, done in batch])
        return states, actions, rewards, masks


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 24)
        self.fc2 = nn.Linear(24, 3)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


def train(q, memory, optimizer):
    for _ in range(4):
        s, a, r, mask = memory.sample(8)
        q_a = q(s).gather(1, a).squeeze(1)
        loss = F.smooth_l1_loss(q_a, r * mask)

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


random.seed(0)
rng = np.random.RandomState(0)
memory = ReplayBuffer()
for step in range(40):
    memory.put((rng.randn(4), int(rng.randint(3)), rng.rand(), rng.rand() < 0.1))
q = QNet()
optimizer = optim.Adam(q.parameters(), lr=5e-3)
train(q, memory, optimizer)
# output
"""A replay memory of tuples: batches are made of Python lists."""

import collections
import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op, smooth_l1


class ReplayBuffer:
    def __init__(self):
        self.buffer = collections.deque(maxlen=50)

    def put(self, transition):
        self.buffer.append(transition)

    def sample(self, n):
        batch = random.sample(self.buffer, n)
        states = tf.stack([from_array(s, tf.float32) for s, _, _, _ in batch])
        actions = tf.constant([[a] for _, a, _, _ in batch], tf.int64)
        rewards = tf.constant([r for _, _, r, _ in batch], tf.float32)
        masks = tf.constant([0.0 if done else 1.0 for _, _, _, done in batch], tf.float32)
        return states, actions, rewards, masks


class QNet(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc1 = Linear(4, 24)
        self.fc2 = Linear(24, 3)

    def call(self, x):
        return self.fc2(tf.nn.relu(self.fc1(x)))


@one_op
@tf.function
def train_body(q, optimizer, s, a, r, mask):
    with tf.GradientTape() as tape:
        q_a = tf.squeeze(tf.gather(q(s), a, batch_dims=1), axis=1)
        loss = tf.reduce_mean(smooth_l1(q_a - r * mask))

    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train(q, memory, optimizer):
    for _ in range(4):
        s, a, r, mask = memory.sample(8)
        train_body(q, optimizer, s, a, r, mask)


random.seed(0)
rng = np.random.RandomState(0)
memory = ReplayBuffer()
for step in range(40):
    memory.put((rng.randn(4), int(rng.randint(3)), rng.rand(), rng.rand() < 0.1))
q = QNet()
optimizer = Adam(q.trainable_variables, lr=5e-3)
train(q, memory, optimizer)
