"""REINFORCE in one loop: the list is filled behind the step, when the state is the next one."""

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical

rng = np.random.RandomState(0)
policy = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2), nn.Softmax(dim=-1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)

for episode in range(3):
    state = rng.randn(4)
    log_probs, entropies, rewards = [], [], []
    for t in range(5):
        state = torch.FloatTensor(state)
        dist = Categorical(policy(state))
        action = dist.sample()
        state, reward = rng.randn(4), action.item() + rng.rand()
        log_probs.append(dist.log_prob(action))
        entropies.append(dist.entropy())
        rewards.append(reward)
    R, returns = 0, []
    for r in reversed(rewards):
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    loss = 0
    for log_prob, entropy, R in zip(log_probs, entropies, returns):
        loss -= log_prob * R + 0.01 * entropy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
"""REINFORCE in one loop: the list is filled behind the step, when the state is the next one."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, Sequential, from_array, one_op, vmapped

rng = np.random.RandomState(0)
policy = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 2), keras.layers.Softmax())
optimizer = Adam(policy.trainable_variables, lr=1e-2)


@one_op
@tf.function
def act(state):
    dist = Categorical(policy(state))
    action = dist.sample()
    return action


def step_loss(state, action, R):
    """One step, computed again from what was kept while acting."""
    dist = Categorical(policy(state))
    log_prob = dist.log_prob(action)
    entropy = dist.entropy()
    return -(log_prob * R + 0.01 * entropy)


@one_op
@tf.function
def train_body(returns, states, actions):
    with tf.GradientTape() as tape:
        loss = vmapped(step_loss)(states, actions, returns)
        loss = tf.reduce_sum(loss, axis=0)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for episode in range(3):
    state = rng.randn(4)
    log_probs, entropies, rewards = [], [], []
    for t in range(5):
        state = from_array(state, tf.float32)
        action = act(state)
        log_probs.append((state, action))
        entropies.append(state)
        state, reward = rng.randn(4), action.numpy().item() + rng.rand()
        rewards.append(reward)
    R, returns = 0, []
    for r in reversed(rewards):
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = tf.constant(returns)
    states = tf.stack([state for state, _ in log_probs])
    actions = tf.stack([action for _, action in log_probs])
    train_body(returns, states, actions)
