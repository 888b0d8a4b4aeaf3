"""A distributional agent with n-step returns: numbers that only its no_grad block reads."""

import numpy as np
import torch
import torch.nn as nn


class Memory:
    def __init__(self, rng):
        self.rng = rng
        self.size = 0

    def add(self):
        self.size += 1

    def sample(self, number):
        states, next_states = self.rng.randn(2, number, 3).astype(np.float32)
        actions = self.rng.randint(2, size=(number, 1))
        rewards, ends = self.rng.randn(number, 1), self.rng.rand(number, 1) < 0.2
        arrays = states, actions, rewards.astype(np.float32), next_states, ends
        return [torch.from_numpy(array) for array in arrays]


class Network(nn.Module):
    def __init__(self, actions, atoms, v_min, v_max):
        super().__init__()
        self.v_min, self.v_max = v_min, v_max
        self.actions, self.atoms = actions, atoms
        self.spread = (v_max - v_min) / (atoms - 1)
        self.register_buffer("support", torch.linspace(v_min, v_max, atoms))
        self.layers = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, actions * atoms))

    def forward(self, state):
        return self.layers(state).view(-1, self.actions, self.atoms).softmax(2)


gamma, steps, batch = 0.99, 3, 8
memory = Memory(np.random.RandomState(0))
network, target = Network(2, 11, -4.0, 4.0), Network(2, 11, -4.0, 4.0)
target.load_state_dict(network.state_dict())
optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
for step in range(6):
    memory.add()
    state, action, reward, next_state, end = memory.sample(batch)
    with torch.no_grad():
        gamma_n = gamma**steps
        next_dist = target(next_state)
        best = (network(next_state) * network.support).sum(2).argmax(1)
        next_pmfs = next_dist[torch.arange(batch), best]
        atoms = reward + gamma_n * target.support * (1 - end.float())
        spread = network.spread
        b = (atoms.clamp(network.v_min, network.v_max) - network.v_min) / spread
        lower = b.floor().clamp(0, 10)
        upper = b.ceil().clamp(0, 10)
        of_lower = (upper + (lower == upper).float() - b) * next_pmfs
        of_upper = (b - lower) * next_pmfs
        wanted = torch.zeros_like(next_pmfs)
        for i in range(wanted.size(0)):
            wanted[i].index_add_(0, lower[i].long(), of_lower[i])
            wanted[i].index_add_(0, upper[i].long(), of_upper[i])
    dist = network(state).gather(1, action.unsqueeze(-1).expand(-1, -1, 11)).squeeze(1)
    loss = -(wanted * dist.clamp(min=1e-5).log()).sum(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""A distributional agent with n-step returns: numbers that only its no_grad block reads."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Sequential,
    TorchModel,
    expand,
    from_array,
    index_add_rows,
    one_op,
    positions,
)


class Memory:
    def __init__(self, rng):
        self.rng = rng
        self.size = 0

    def add(self):
        self.size += 1

    def sample(self, number):
        states, next_states = self.rng.randn(2, number, 3).astype(np.float32)
        actions = self.rng.randint(2, size=(number, 1))
        rewards, ends = self.rng.randn(number, 1), self.rng.rand(number, 1) < 0.2
        arrays = states, actions, rewards.astype(np.float32), next_states, ends
        return [from_array(array) for array in arrays]


class Network(TorchModel):
    def __init__(self, actions, atoms, v_min, v_max):
        super().__init__()
        self.v_min, self.v_max = v_min, v_max
        self.actions, self.atoms = actions, atoms
        self.spread = (v_max - v_min) / (atoms - 1)
        self.support = keras.Variable(tf.linspace(v_min, v_max, atoms), trainable=False)
        self.layers_ = Sequential(Linear(3, 16), keras.layers.ReLU(), Linear(16, actions * atoms))

    def call(self, state):
        return tf.nn.softmax(
            tf.reshape(self.layers_(state), [-1, self.actions, self.atoms]), axis=2
        )


gamma, steps, batch = 0.99, 3, 8
memory = Memory(np.random.RandomState(0))
network, target = Network(2, 11, -4.0, 4.0), Network(2, 11, -4.0, 4.0)
target.set_weights(network.get_weights())
optimizer = Adam(network.trainable_variables, lr=0.01)


@one_op
@tf.function
def train_body(state, action, reward, next_state, end):
    gamma_n = gamma**steps
    next_dist = target(next_state)
    best = tf.argmax(tf.reduce_sum(network(next_state) * network.support, axis=2), axis=1)
    next_pmfs = tf.gather(next_dist, best, batch_dims=1)
    atoms = reward + gamma_n * target.support * (1 - tf.cast(end, tf.float32))
    spread = network.spread
    b = (tf.clip_by_value(atoms, network.v_min, network.v_max) - network.v_min) / spread
    lower = tf.clip_by_value(tf.floor(b), 0, 10)
    upper = tf.clip_by_value(tf.math.ceil(b), 0, 10)
    of_lower = (upper + tf.cast(lower == upper, tf.float32) - b) * next_pmfs
    of_upper = (b - lower) * next_pmfs
    wanted = tf.zeros_like(next_pmfs)
    wanted = index_add_rows(wanted, tf.cast(lower, tf.int64), of_lower)
    wanted = index_add_rows(wanted, tf.cast(upper, tf.int64), of_upper)
    with tf.GradientTape() as tape:
        dist = tf.squeeze(
            tf.gather_nd(
                network(state),
                positions(expand(tf.expand_dims(action, axis=-1), [-1, -1, 11]), 1),
            ),
            axis=1,
        )
        loss = -tf.reduce_mean(tf.reduce_sum(wanted * tf.math.log(tf.maximum(dist, 1e-5)), axis=1))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(6):
    memory.add()
    state, action, reward, next_state, end = memory.sample(batch)
    loss = train_body(state, action, reward, next_state, end)
    print(step, loss.numpy().item())
# findings
# agents/n_step_projection.py:31:9: N401 note layers is called layers_: Keras reserves the name
