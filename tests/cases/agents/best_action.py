"""max() gives values and indices: the best action, and what it is worth."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

online = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
target_net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
target_net.load_state_dict(online.state_dict())
optimizer = optim.Adam(online.parameters(), lr=1e-2)
rng = np.random.RandomState(0)


def train_step(state, next_state, reward, done):
    values, actions = online(state).max(dim=1)
    with torch.no_grad():
        # Double Q-learning: the online network chooses, the other one judges
        next_actions = online(next_state).max(1)[1].unsqueeze(1)
        next_q = target_net(next_state).gather(1, next_actions).squeeze(1)
        bound = torch.max(target_net(next_state), dim=1)[0]
        target = reward + 0.9 * torch.min(next_q, bound) * (1 - done)
    loss = F.mse_loss(values, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), actions


for step in range(4):
    batch = rng.randn(8, 4), rng.randn(8, 4), rng.rand(8), (rng.rand(8) < 0.2).astype(np.float32)
    loss, actions = train_step(*(torch.from_numpy(x).float() for x in batch))
    print(step, loss, actions.tolist())
# output
"""max() gives values and indices: the best action, and what it is worth."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, max_of, one_op

online = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 3))
target_net = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 3))
target_net.set_weights(online.get_weights())
optimizer = Adam(online.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_step_body(state, next_state, reward, done):
    with tf.GradientTape() as tape:
        values, actions = max_of(online(state), dim=1)
        with tape.stop_recording():
            # Double Q-learning: the online network chooses, the other one judges
            next_actions = tf.expand_dims(tf.argmax(online(next_state), axis=1), axis=1)
            next_q = tf.squeeze(
                tf.experimental.numpy.take_along_axis(target_net(next_state), next_actions, 1),
                axis=1,
            )
            bound = tf.reduce_max(target_net(next_state), axis=1)
            target = reward + 0.9 * tf.minimum(next_q, bound) * (1 - done)
        loss = tf.reduce_mean(tf.square(values - target))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return actions, loss


def train_step(state, next_state, reward, done):
    actions, loss = train_step_body(state, next_state, reward, done)
    return loss.numpy().item(), actions


for step in range(4):
    batch = rng.randn(8, 4), rng.randn(8, 4), rng.rand(8), (rng.rand(8) < 0.2).astype(np.float32)
    loss, actions = train_step(*(from_array(x, tf.float32) for x in batch))
    print(step, loss, actions.numpy().tolist())
