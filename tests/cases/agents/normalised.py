"""Advantages are normalised with torch's unbiased standard deviation."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

eps = np.finfo(np.float32).eps.item()


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 2)

    def forward(self, x):
        return F.softmax(self.affine(x), dim=1)


def finish_episode(policy, optimizer, states, actions, rewards):
    returns = []
    R = 0
    for r in rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns, dtype=torch.float32)
    returns = (returns - returns.mean()) / (returns.std() + eps)

    picked = policy(states)[range(len(actions)), actions]
    policy_loss = (-torch.log(picked) * returns).sum() / returns.var()
    optimizer.zero_grad()
    policy_loss.backward()
    optimizer.step()
    return policy_loss.item()


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
rng = np.random.RandomState(0)
for episode in range(4):
    states = torch.from_numpy(rng.randn(7, 4)).float()
    actions = torch.from_numpy(rng.randint(2, size=7))
    print(finish_episode(policy, optimizer, states, actions, rng.rand(7).tolist()))
# output
"""Advantages are normalised with torch's unbiased standard deviation."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op, unbiased_var

eps = np.finfo(np.float32).eps.item()


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.affine = Linear(4, 2)

    def call(self, x):
        return tf.nn.softmax(self.affine(x), axis=1)


@one_op
@tf.function
def finish_episode_body(policy, optimizer, states, actions, returns):
    returns = (returns - tf.reduce_mean(returns)) / (tf.sqrt(unbiased_var(returns)) + eps)

    with tf.GradientTape() as tape:
        picked = tf.gather(policy(states), actions, batch_dims=1)
        policy_loss = tf.reduce_sum(-tf.math.log(picked) * returns) / unbiased_var(returns)
    grads = tape.gradient(policy_loss, optimizer.params)
    optimizer.apply(grads)
    return policy_loss


def finish_episode(policy, optimizer, states, actions, rewards):
    returns = []
    R = 0
    for r in rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = tf.constant(returns, tf.float32)
    policy_loss = finish_episode_body(policy, optimizer, states, actions, returns)
    return policy_loss.numpy().item()


policy = Policy()
optimizer = Adam(policy.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)
for episode in range(4):
    states = from_array(rng.randn(7, 4), tf.float32)
    actions = from_array(rng.randint(2, size=7))
    print(finish_episode(policy, optimizer, states, actions, rng.rand(7).tolist()))
