"""REINFORCE with a list of the training loop: a method of the policy gives the log-probability."""

from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self, states, actions, hidden):
        super().__init__()
        self.fc1 = nn.Linear(states, hidden)
        self.fc2 = nn.Linear(hidden, actions)

    def forward(self, x):
        return F.softmax(self.fc2(F.relu(self.fc1(x))), dim=1)

    def act(self, state):
        state = torch.from_numpy(state).float().unsqueeze(0)
        probs = self.forward(state).cpu()
        m = Categorical(probs)
        action = m.sample()
        return action.item(), m.log_prob(action)


def evaluate(policy, rng):
    for _ in range(2):
        action, _ = policy.act(rng.randn(4))


def reinforce(policy, optimizer, episodes, gamma):
    rng = np.random.RandomState(0)
    for episode in range(episodes):
        saved_log_probs = []
        rewards = []
        for t in range(5):
            action, log_prob = policy.act(rng.randn(4))
            saved_log_probs.append(log_prob)  # for the update
            rewards.append(action + rng.rand())
        returns = deque()
        for r in reversed(rewards):
            returns.appendleft(r + gamma * (returns[0] if len(returns) > 0 else 0))
        returns = torch.tensor(returns)
        returns = (returns - returns.mean()) / (returns.std() + 1e-6)
        policy_loss = []
        for log_prob, disc_return in zip(saved_log_probs, returns):
            policy_loss.append(-log_prob * disc_return)
        policy_loss = torch.cat(policy_loss).sum()
        optimizer.zero_grad()
        policy_loss.backward()
        optimizer.step()
        evaluate(policy, rng)


policy = Policy(4, 2, 16)
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
reinforce(policy, optimizer, 3, 0.99)
# output
"""REINFORCE with a list of the training loop: a method of the policy gives the log-probability."""

import os
from collections import deque

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    TorchModel,
    from_array,
    graph,
    one_op,
    unbiased_var,
    vmapped,
)


class Policy(TorchModel):
    def __init__(self, states, actions, hidden):
        super().__init__()
        self.fc1 = Linear(states, hidden)
        self.fc2 = Linear(hidden, actions)

    def call(self, x):
        return tf.nn.softmax(self.fc2(tf.nn.relu(self.fc1(x))), axis=1)

    def _act_body(self, state):
        probs = self(state)
        m = Categorical(probs)
        action = m.sample()
        return action

    def act(self, state):
        state = from_array(state[np.newaxis], tf.float32)
        action = graph(self._act_body, taped=True)(state)
        return action.numpy().item(), (state, action)


def evaluate(policy, rng):
    for _ in range(2):
        action, _ = policy.act(rng.randn(4))


def step_loss(policy, state, action, disc_return):
    """One step, computed again from what was kept while acting."""
    probs = policy(state)
    m = Categorical(probs)
    log_prob = m.log_prob(action)
    return -log_prob * disc_return


@one_op
@tf.function
def reinforce_body(policy, optimizer, returns, state, action_batch):
    with tf.GradientTape() as tape:
        policy_loss = vmapped(step_loss, in_dims=(None, 0, 0, 0))(
            policy, state, action_batch, returns
        )
        policy_loss = tf.reduce_sum(policy_loss)
    grads = tape.gradient(policy_loss, optimizer.params)
    optimizer.apply(grads)


def reinforce(policy, optimizer, episodes, gamma):
    rng = np.random.RandomState(0)
    for episode in range(episodes):
        saved_log_probs = []
        rewards = []
        for t in range(5):
            action, log_prob = policy.act(rng.randn(4))
            saved_log_probs.append(log_prob)  # for the update
            rewards.append(action + rng.rand())
        returns = deque()
        for r in reversed(rewards):
            returns.appendleft(r + gamma * (returns[0] if len(returns) > 0 else 0))
        returns = tf.constant(returns)
        returns = (returns - tf.reduce_mean(returns)) / (tf.sqrt(unbiased_var(returns)) + 1e-6)
        state = tf.stack([state for state, _ in saved_log_probs])
        action_batch = tf.stack([action for _, action in saved_log_probs])
        reinforce_body(policy, optimizer, returns, state, action_batch)
        evaluate(policy, rng)


policy = Policy(4, 2, 16)
optimizer = Adam(policy.trainable_variables, lr=1e-2)
reinforce(policy, optimizer, 3, 0.99)
