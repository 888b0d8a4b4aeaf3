"""Returns are computed in the loop that makes the losses; episodes end within a rollout."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Normal

policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = optim.SGD(policy.parameters(), lr=1e-2)


def main():
    rng = np.random.RandomState(0)
    for episode in range(3):
        log_probs, rewards, ends = [], [], []
        state = rng.randn(3)
        for t in range(5):
            dist = Normal(policy(torch.as_tensor(state, dtype=torch.float32)), 0.5)
            action = dist.sample()
            log_probs.append(dist.log_prob(action))
            state = rng.randn(3)
            rewards.append(-((float(action) - state[0]) ** 2))
            ends.append(t == 2)

        R = 0.0
        policy_loss = 0
        for log_prob, r, end in zip(reversed(log_probs), reversed(rewards), reversed(ends)):
            if end:
                R = 0.0
            R = r + 0.9 * R
            policy_loss += -log_prob * (R + 1)
        optimizer.zero_grad()
        policy_loss.sum().backward()
        optimizer.step()


if __name__ == "__main__":
    main()
# output
"""Returns are computed in the loop that makes the losses; episodes end within a rollout."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, Normal, Sequential, from_array, one_op, vmapped

policy = Sequential(Linear(3, 16), keras.layers.Activation("tanh"), Linear(16, 1))
optimizer = SGD(policy.trainable_variables, lr=1e-2)


@one_op
@tf.function
def act(state_tensor):
    dist = Normal(policy(state_tensor), 0.5)
    action = dist.sample()
    return action


def step_loss(state_tensor, action, R):
    """One step, computed again from what was kept while acting."""
    dist = Normal(policy(state_tensor), 0.5)
    log_prob = dist.log_prob(action)
    return -log_prob * (R + 1)


@one_op
@tf.function
def main_body(state_tensor, Rs, actions):
    with tf.GradientTape() as tape:
        policy_loss = vmapped(step_loss)(state_tensor, actions, Rs)
        policy_loss = tf.reduce_sum(policy_loss, axis=0)
        loss = tf.reduce_sum(policy_loss)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def main():
    rng = np.random.RandomState(0)
    for episode in range(3):
        log_probs, rewards, ends = [], [], []
        state = rng.randn(3)
        for t in range(5):
            state_tensor = from_array(state, tf.float32)
            action = act(state_tensor)
            log_probs.append((state_tensor, action))
            state = rng.randn(3)
            rewards.append(-((float(action.numpy().item()) - state[0]) ** 2))
            ends.append(t == 2)

        R = 0.0
        Rs = []
        for _, r, end in zip(reversed(log_probs), reversed(rewards), reversed(ends)):
            if end:
                R = 0.0
            R = r + 0.9 * R
            Rs.append(R)
        Rs = from_array(Rs, tf.float32)
        state_tensor = tf.stack([state_tensor for state_tensor, _ in log_probs[::-1]])
        actions = tf.stack([action for _, action in log_probs[::-1]])
        main_body(state_tensor, Rs, actions)


if __name__ == "__main__":
    main()
