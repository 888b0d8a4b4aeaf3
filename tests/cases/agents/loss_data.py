"""A loss function that makes tensors of its batch first, as books have it; the gradients are cleared
before the batch is drawn."""

import collections
import random

import numpy as np
import torch
import torch.nn as nn

Transition = collections.namedtuple("Transition", "state action reward done next_state")
GAMMA = 0.9


def unpack(batch):
    states, actions, rewards, dones, next_states = zip(*batch)
    return (
        np.array(states, dtype=np.float32),
        np.array(actions),
        np.array(rewards, dtype=np.float32),
        np.array(dones, dtype=np.bool_),
        np.array(next_states, dtype=np.float32),
    )


def calc_loss(batch, net, target, gamma=GAMMA, device="cpu"):
    """The squared error of one step ahead."""
    states, actions, rewards, dones, next_states = unpack(batch)

    states_v = torch.tensor(states).to(device)
    next_states_v = torch.tensor(next_states).to(device)
    actions_v = torch.tensor(actions).to(device)
    rewards_v = torch.tensor(rewards).to(device)
    done_mask = torch.tensor(dones).to(device)

    # what was done, and what could be done next
    values = net(states_v).gather(1, actions_v.unsqueeze(-1)).squeeze(-1)
    next_values = target(next_states_v).max(1)[0]
    next_values[done_mask] = 0.0
    return nn.MSELoss()(values, next_values.detach() * gamma + rewards_v)


rng = np.random.RandomState(0)
random.seed(0)
memory = [
    Transition(rng.randn(3), rng.randint(2), rng.randn(), rng.rand() < 0.3, rng.randn(3))
    for _ in range(30)
]
net = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
target = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

for step in range(6):
    if step % 3 == 0:
        target.load_state_dict(net.state_dict())
    optimizer.zero_grad()
    batch = random.sample(memory, 8)
    loss = calc_loss(batch, net, target, device="cpu")
    loss.backward()
    optimizer.step()
    print(loss.item())
# output
"""A loss function that makes tensors of its batch first, as books have it; the gradients are cleared
before the batch is drawn."""

import collections
import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, MSELoss, Sequential, from_array, largest, one_op

Transition = collections.namedtuple("Transition", "state action reward done next_state")
GAMMA = 0.9


def unpack(batch):
    states, actions, rewards, dones, next_states = zip(*batch)
    return (
        np.array(states, dtype=np.float32),
        np.array(actions),
        np.array(rewards, dtype=np.float32),
        np.array(dones, dtype=np.bool_),
        np.array(next_states, dtype=np.float32),
    )


def calc_loss_data(batch, device="cpu"):
    states, actions, rewards, dones, next_states = unpack(batch)

    states_v = from_array(states)
    next_states_v = from_array(next_states)
    actions_v = from_array(actions)
    rewards_v = from_array(rewards)
    done_mask = from_array(dones)
    return states_v, next_states_v, actions_v, rewards_v, done_mask


def calc_loss(states_v, next_states_v, actions_v, rewards_v, done_mask, net, target, gamma=GAMMA):
    """The squared error of one step ahead."""
    # what was done, and what could be done next
    values = tf.gather(net(states_v), actions_v, batch_dims=1)
    next_values = largest(target(next_states_v), axis=1)
    next_values = tf.where(done_mask, 0.0, next_values)
    return MSELoss()(values, tf.stop_gradient(next_values) * gamma + rewards_v)


rng = np.random.RandomState(0)
random.seed(0)
memory = [
    Transition(rng.randn(3), rng.randint(2), rng.randn(), rng.rand() < 0.3, rng.randn(3))
    for _ in range(30)
]
net = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 2))
target = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 2))
optimizer = Adam(net.trainable_variables, lr=1e-2)


@one_op
@tf.function
def train_body(states_v, next_states_v, actions_v, rewards_v, done_mask):
    with tf.GradientTape() as tape:
        loss = calc_loss(states_v, next_states_v, actions_v, rewards_v, done_mask, net, target)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(6):
    if step % 3 == 0:
        target.set_weights(net.get_weights())
    batch = random.sample(memory, 8)
    states_v, next_states_v, actions_v, rewards_v, done_mask = calc_loss_data(batch, device="cpu")
    loss = train_body(states_v, next_states_v, actions_v, rewards_v, done_mask)
    print(loss.numpy().item())
