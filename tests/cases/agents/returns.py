"""Advantages by a recursion backwards in time, and a policy gradient on them."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

GAMMA, LAMBDA = 0.99, 0.95


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.actor = nn.Linear(16, 2)
        self.critic = nn.Linear(16, 1)

    def forward(self, state):
        hidden = torch.tanh(self.body(state))
        return torch.log_softmax(self.actor(hidden), dim=-1), self.critic(hidden).squeeze(-1)


def advantages(rewards, values, dones, last_value):
    """Generalised advantage estimation."""
    found = torch.zeros_like(rewards)
    carried = 0
    next_value = last_value
    for t in reversed(range(len(rewards))):
        alive = 1.0 - dones[t]
        delta = rewards[t] + GAMMA * next_value * alive - values[t]
        found[t] = carried = delta + GAMMA * LAMBDA * alive * carried
        next_value = values[t]
    return found


net = ActorCritic()
optimizer = optim.Adam(net.parameters(), lr=3e-3)
rng = np.random.RandomState(0)

for update in range(4):
    states = torch.as_tensor(rng.randn(12, 4), dtype=torch.float32)
    actions = torch.as_tensor(rng.randint(2, size=12))
    rewards = torch.as_tensor(rng.rand(12), dtype=torch.float32)
    dones = torch.as_tensor(rng.rand(12) < 0.2, dtype=torch.float32)
    with torch.no_grad():
        _, values = net(states)
        advantage = advantages(rewards, values, dones, values[-1])
        target = advantage + values

    log_probs, values = net(states)
    chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
    loss = -(advantage * chosen).mean() + 0.5 * (target - values).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(update, loss.item())
# output
"""Advantages by a recursion backwards in time, and a policy gradient on them."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op

GAMMA, LAMBDA = 0.99, 0.95


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.body = Linear(4, 16)
        self.actor = Linear(16, 2)
        self.critic = Linear(16, 1)

    def call(self, state):
        hidden = tf.tanh(self.body(state))
        return (
            tf.nn.log_softmax(self.actor(hidden), axis=-1),
            tf.squeeze(self.critic(hidden), axis=-1),
        )


def advantages(rewards, values, dones, last_value):
    """Generalised advantage estimation."""
    found = np.zeros_like(rewards)
    carried = 0
    next_value = last_value
    for t in reversed(range(len(rewards))):
        alive = 1.0 - dones[t]
        delta = rewards[t] + GAMMA * next_value * alive - values[t]
        carried = delta + GAMMA * LAMBDA * alive * carried
        found[t] = tf.squeeze(carried)
        next_value = values[t]
    return tf.constant(found)


net = ActorCritic()
optimizer = Adam(net.trainable_variables, lr=3e-3)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(states, actions, advantage, target):
    with tf.GradientTape() as tape:
        log_probs, values = net(states)
        chosen = tf.gather(log_probs, actions, batch_dims=1)
        loss = (
            -tf.reduce_mean(advantage * chosen)
            + 0.5 * tf.reduce_mean(tf.square(target - values))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


@one_op
@tf.function
def call_net(states):
    return net(states)


for update in range(4):
    states = from_array(rng.randn(12, 4), tf.float32)
    actions = from_array(rng.randint(2, size=12))
    rewards = from_array(rng.rand(12), tf.float32)
    dones = from_array(rng.rand(12) < 0.2, tf.float32)
    _, values = call_net(states)
    advantage = advantages(rewards, values, dones, values[-1])
    target = advantage + values
    loss = train_body(states, actions, advantage, target)
    print(update, loss.numpy().item())
