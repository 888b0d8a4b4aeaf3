"""A continuous and a discrete policy: sampled, scored, kept random by their entropy."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Categorical, Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 16), nn.ReLU())
        self.gear = nn.Linear(16, 4)
        self.mean = nn.Linear(16, 2)
        self.log_std = nn.Linear(16, 2)

    def forward(self, state):
        hidden = self.body(state)
        std = self.log_std(hidden).clamp(-5, 2).exp()
        return Categorical(logits=self.gear(hidden)), Normal(self.mean(hidden), std)


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-3)
rng = np.random.RandomState(0)

for update in range(4):
    state = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    with torch.no_grad():
        gears, pedals = policy(state)
        gear, pedal = gears.sample(), pedals.sample()
    reward = torch.tensor(rng.randn(8), dtype=torch.float32)

    gears, pedals = policy(state)
    log_prob = gears.log_prob(gear) + pedals.log_prob(pedal).sum(dim=1)
    entropy = gears.entropy() + pedals.entropy().sum(dim=1)
    loss = -(log_prob * reward).mean() - 0.01 * entropy.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(update, loss.item(), gear.tolist())
# output
"""A continuous and a discrete policy: sampled, scored, kept random by their entropy."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    Normal,
    Sequential,
    TorchModel,
    from_array,
    one_op,
)


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.body = Sequential(Linear(3, 16), keras.layers.ReLU())
        self.gear = Linear(16, 4)
        self.mean = Linear(16, 2)
        self.log_std = Linear(16, 2)

    def call(self, state):
        hidden = self.body(state)
        std = tf.exp(tf.clip_by_value(self.log_std(hidden), -5, 2))
        return Categorical(logits=self.gear(hidden)), Normal(self.mean(hidden), std)


policy = Policy()
optimizer = Adam(policy.trainable_variables, lr=1e-3)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(state, gear, pedal, reward):
    with tf.GradientTape() as tape:
        gears, pedals = policy(state)
        log_prob = gears.log_prob(gear) + tf.reduce_sum(pedals.log_prob(pedal), axis=1)
        entropy = gears.entropy() + tf.reduce_sum(pedals.entropy(), axis=1)
        loss = -tf.reduce_mean(log_prob * reward) - 0.01 * tf.reduce_mean(entropy)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


@one_op
@tf.function
def act(state):
    gears, pedals = policy(state)
    gear, pedal = gears.sample(), pedals.sample()
    return gear, pedal


for update in range(4):
    state = from_array(rng.randn(8, 3), tf.float32)
    gear, pedal = act(state)
    reward = from_array(rng.randn(8), tf.float32)
    loss = train_body(state, gear, pedal, reward)
    print(update, loss.numpy().item(), gear.numpy().tolist())
