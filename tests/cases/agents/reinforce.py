"""REINFORCE: the graph is recorded while acting, and used when the episode ends."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(4, 16)
        self.affine2 = nn.Linear(16, 2)

        self.saved_log_probs = []
        self.rewards = []

    def forward(self, x):
        return F.softmax(self.affine2(F.relu(self.affine1(x))), dim=1)


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)


def select_action(state):
    state = torch.from_numpy(state).float().unsqueeze(0)
    probs = policy(state)
    m = Categorical(probs)
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode():
    R = 0
    policy_loss = []
    returns = []
    for r in policy.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    for log_prob, R in zip(policy.saved_log_probs, returns):
        policy_loss.append(-log_prob * R)
    optimizer.zero_grad()
    policy_loss = torch.cat(policy_loss).sum()
    policy_loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]


def main():
    rng = np.random.RandomState(0)
    for episode in range(3):
        for t in range(5):
            action = select_action(rng.randn(4))
            policy.rewards.append(action + rng.rand())
        finish_episode()


if __name__ == "__main__":
    main()
# output
"""REINFORCE: the graph is recorded while acting, and used when the episode ends."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    TorchModel,
    from_array,
    one_op,
    unbiased_var,
    vmapped,
)


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.affine1 = Linear(4, 16)
        self.affine2 = Linear(16, 2)

        self.saved_log_probs = []
        self.rewards = []

    def call(self, x):
        return tf.nn.softmax(self.affine2(tf.nn.relu(self.affine1(x))), axis=1)


policy = Policy()
optimizer = Adam(policy.trainable_variables, lr=1e-2)


@one_op
@tf.function
def act(state):
    probs = policy(state)
    m = Categorical(probs)
    action = m.sample()
    return action


def select_action(state):
    state = from_array(state[np.newaxis], tf.float32)
    action = act(state)
    policy.saved_log_probs.append((state, action))
    return action.numpy().item()


def step_loss(state, action, R):
    """One step, computed again from what was kept while acting."""
    probs = policy(state)
    m = Categorical(probs)
    log_prob = m.log_prob(action)
    return -log_prob * R


@one_op
@tf.function(reduce_retracing=True)
def finish_episode_body(returns, state, action):
    with tf.GradientTape() as tape:
        policy_loss = vmapped(step_loss)(state, action, returns)
        policy_loss = tf.reduce_sum(policy_loss)
    grads = tape.gradient(policy_loss, optimizer.params)
    optimizer.apply(grads)


def finish_episode():
    R = 0
    returns = []
    for r in policy.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = tf.constant(returns)
    returns = (returns - tf.reduce_mean(returns)) / (tf.sqrt(unbiased_var(returns)) + 1e-6)
    state = tf.stack([state for state, _ in policy.saved_log_probs])
    action = tf.stack([action for _, action in policy.saved_log_probs])
    finish_episode_body(returns, state, action)
    del policy.rewards[:]
    del policy.saved_log_probs[:]


def main():
    rng = np.random.RandomState(0)
    for episode in range(3):
        for t in range(5):
            action = select_action(rng.randn(4))
            policy.rewards.append(action + rng.rand())
        finish_episode()


if __name__ == "__main__":
    main()
