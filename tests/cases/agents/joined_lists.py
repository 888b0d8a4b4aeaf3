"""A2C whose lists become tensors under the same names; the entropy adds up while acting."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
        self.actor = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(dim=1))

    def forward(self, x):
        value = self.critic(x)
        return Categorical(self.actor(x)), value


def compute_returns(next_value, rewards, masks, gamma=0.99):
    R = next_value
    returns = []
    for step in reversed(range(len(rewards))):
        R = rewards[step] + gamma * R * masks[step]
        returns.insert(0, R)
    return returns


model = ActorCritic()
optimizer = optim.Adam(model.parameters())
rng = np.random.RandomState(0)
state = rng.randn(4, 3)

for episode in range(3):
    log_probs = []
    values = []
    rewards = []
    masks = []
    entropy = 0

    for t in range(5):
        state = torch.FloatTensor(state)
        dist, value = model(state)

        action = dist.sample()
        next_state, reward = rng.randn(4, 3), action.cpu().numpy() + rng.rand(4)
        done = rng.rand(4) < 0.2

        log_prob = dist.log_prob(action)
        entropy += dist.entropy().mean()

        log_probs.append(log_prob)
        values.append(value)
        rewards.append(torch.FloatTensor(reward).unsqueeze(1))
        masks.append(torch.FloatTensor(1 - done).unsqueeze(1))

        state = next_state

    next_state = torch.FloatTensor(next_state)
    _, next_value = model(next_state)
    returns = compute_returns(next_value, rewards, masks)

    log_probs = torch.cat(log_probs)
    returns = torch.cat(returns).detach()
    values = torch.cat(values)

    advantage = returns - values

    actor_loss = -(log_probs * advantage.detach()).mean()
    critic_loss = advantage.pow(2).mean()

    loss = actor_loss + 0.5 * critic_loss - 0.001 * entropy

    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
"""A2C whose lists become tensors under the same names; the entropy adds up while acting."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    Sequential,
    TorchModel,
    flatten_between,
    from_array,
    one_op,
    vmapped,
)


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.critic = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 1))
        self.actor = Sequential(
            Linear(3, 8), keras.layers.ReLU(), Linear(8, 2), keras.layers.Softmax(axis=1)
        )

    def call(self, x):
        value = self.critic(x)
        return Categorical(self.actor(x)), value


def compute_returns(next_value, rewards, masks, gamma=0.99):
    R = next_value
    returns = []
    for step in reversed(range(len(rewards))):
        R = rewards[step] + gamma * R * masks[step]
        returns.insert(0, R)
    return returns


model = ActorCritic()
optimizer = Adam(model.trainable_variables)
rng = np.random.RandomState(0)
state = rng.randn(4, 3)


@one_op
@tf.function
def act(state):
    dist, value = model(state)

    action = dist.sample()
    return action


def train_step(state, action):
    """One step, computed again from what was kept while acting."""
    dist, value = model(state)
    log_prob = dist.log_prob(action)
    return log_prob, value, tf.reduce_mean(dist.entropy())


@one_op
@tf.function
def train_body(returns, states, actions):
    with tf.GradientTape() as tape:
        all_log_probs, all_values, entropies = vmapped(train_step)(states, actions)
        log_probs = flatten_between(all_log_probs, 0, 1)
        returns = tf.stop_gradient(tf.concat(returns, axis=0))
        values = flatten_between(all_values, 0, 1)

        advantage = returns - values

        actor_loss = -tf.reduce_mean(log_probs * tf.stop_gradient(advantage))
        critic_loss = tf.reduce_mean(tf.square(advantage))

        loss = actor_loss + 0.5 * critic_loss - 0.001 * tf.reduce_sum(entropies, axis=0)

    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


@one_op
@tf.function
def act_2(next_state):
    _, next_value = model(next_state)
    return next_value


for episode in range(3):
    log_probs = []
    values = []
    rewards = []
    masks = []

    for t in range(5):
        state = from_array(state, tf.float32)
        action = act(state)
        next_state, reward = rng.randn(4, 3), action.numpy() + rng.rand(4)
        done = rng.rand(4) < 0.2

        log_probs.append((state, action))
        values.append(state)
        rewards.append(tf.expand_dims(from_array(reward, tf.float32), axis=1))
        masks.append(tf.expand_dims(from_array(1 - done, tf.float32), axis=1))

        state = next_state

    next_state = from_array(next_state, tf.float32)
    next_value = act_2(next_state)
    returns = compute_returns(next_value, rewards, masks)

    states = tf.stack([state for state, _ in log_probs])
    actions = tf.stack([action for _, action in log_probs])
    train_body(returns, states, actions)
