"""Actor-critic that learns from what it computed while acting: named tuples, a loss of each."""

from collections import namedtuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical

SavedAction = namedtuple("SavedAction", ["log_prob", "value"])


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 16)
        self.action_head = nn.Linear(16, 2)
        self.value_head = nn.Linear(16, 1)
        self.saved_actions = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.affine(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


model = Policy()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-2)


def select_action(state):
    probs, state_value = model(torch.from_numpy(state).float())

    # an action of the distribution
    m = Categorical(probs)
    action = m.sample()

    # for the update
    model.saved_actions.append(SavedAction(m.log_prob(action), state_value))  # both
    return action.item()


def finish_episode():
    R = 0
    saved_actions = model.saved_actions
    policy_losses = []  # of the actor
    value_losses = []
    returns = []
    for r in model.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)

    # item by item
    for (log_prob, value), R in zip(saved_actions, returns):  # of an episode
        advantage = R - value.item()

        # the actor's
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([R])))  # the critic's
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    del model.rewards[:]
    del model.saved_actions[:]


def main():
    rng = np.random.RandomState(0)
    for episode in range(3):
        for t in range(5):
            action = select_action(rng.randn(4))
            model.rewards.append(action + rng.rand())
        finish_episode()


if __name__ == "__main__":
    main()
# output
"""Actor-critic that learns from what it computed while acting: named tuples, a loss of each."""

import os
from collections import namedtuple

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
    smooth_l1,
    unbiased_var,
    vmapped,
)

SavedAction = namedtuple("SavedAction", ["log_prob", "value"])


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.affine = Linear(4, 16)
        self.action_head = Linear(16, 2)
        self.value_head = Linear(16, 1)
        self.saved_actions = []
        self.rewards = []

    def call(self, x):
        x = tf.nn.relu(self.affine(x))
        return tf.nn.softmax(self.action_head(x), axis=-1), self.value_head(x)


model = Policy()
optimizer = Adam(model.trainable_variables, lr=3e-2)


@one_op
@tf.function
def act(state_tensor):
    probs, state_value = model(state_tensor)

    # an action of the distribution
    m = Categorical(probs)
    action = m.sample()
    return action


def select_action(state):
    state_tensor = from_array(state, tf.float32)
    action = act(state_tensor)

    # for the update
    model.saved_actions.append((state_tensor, action))  # both
    return action.numpy().item()


def step_loss(state_tensor, action, R):
    """One step, computed again from what was kept while acting."""
    probs, state_value = model(state_tensor)
    m = Categorical(probs)
    log_prob, value = m.log_prob(action), state_value  # both
    advantage = R - tf.squeeze(tf.stop_gradient(value))

    # the actor's
    policy_loss = -log_prob * advantage
    value_loss = tf.reduce_mean(smooth_l1(value - tf.reshape(R, [1])))  # the critic's
    return policy_loss, value_loss


@one_op
@tf.function(reduce_retracing=True)
def finish_episode_body(returns, state_tensor, action):
    with tf.GradientTape() as tape:
        policy_losses, value_losses = vmapped(step_loss)(state_tensor, action, returns)  # of an episode
        loss = tf.reduce_sum(policy_losses) + tf.reduce_sum(value_losses)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def finish_episode():
    R = 0
    saved_actions = model.saved_actions
    # of the actor
    returns = []
    for r in model.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = tf.constant(returns)
    returns = (returns - tf.reduce_mean(returns)) / (tf.sqrt(unbiased_var(returns)) + 1e-6)

    # item by item
    state_tensor = tf.stack([state_tensor for state_tensor, _ in saved_actions])
    action = tf.stack([action for _, action in saved_actions])
    finish_episode_body(returns, state_tensor, action)
    del model.rewards[:]
    del model.saved_actions[:]


def main():
    rng = np.random.RandomState(0)
    for episode in range(3):
        for t in range(5):
            action = select_action(rng.randn(4))
            model.rewards.append(action + rng.rand())
        finish_episode()


if __name__ == "__main__":
    main()
