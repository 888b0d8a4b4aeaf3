"""Recurrent state that is masked where an episode ended: a loop over the steps in the network."""

import torch
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 8)
        self.head = nn.Linear(8, 1)

    def states(self, x, state, done):
        batch = state[0].shape[1]
        x = x.reshape((-1, batch, 4))
        done = done.reshape((-1, batch))
        hidden = []
        for row, end in zip(x, done):
            keep = (1.0 - end).view(1, -1, 1)
            row, state = self.lstm(row.unsqueeze(0), (keep * state[0], keep * state[1]))
            hidden += [row]
        return torch.cat(hidden), state

    def forward(self, x, state, done):
        hidden, state = self.states(x, state, done)
        rows = []
        for row in hidden:
            rows.append(self.head(row))
        return torch.stack(rows), state


agent = Agent()
optimizer = torch.optim.Adam(agent.parameters())
state = (torch.zeros(1, 2, 8), torch.zeros(1, 2, 8))
for step in range(30):
    x, done = torch.rand(6, 4), (torch.rand(6) < 0.2).float()
    value, _ = agent(x, state, done)
    loss = value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
"""Recurrent state that is masked where an episode ended: a loop over the steps in the network."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import LSTM, Adam, Linear, TorchModel, one_op


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.lstm = LSTM(4, 8)
        self.head = Linear(8, 1)

    def states(self, x, state, done):
        batch = state[0].shape[1]
        x = tf.reshape(x, (-1, batch, 4))
        done = tf.reshape(done, (-1, batch))
        hidden = []
        for row, end in zip(tf.unstack(x), tf.unstack(done)):
            keep = tf.reshape(1.0 - end, [1, -1, 1])
            row, state = self.lstm(tf.expand_dims(row, axis=0), (keep * state[0], keep * state[1]))
            hidden += [row]
        return tf.concat(hidden, axis=0), state

    def call(self, x, state, done):
        hidden, state = self.states(x, state, done)
        rows = []
        for row in tf.unstack(hidden):
            rows.append(self.head(row))
        return tf.stack(rows), state


agent = Agent()
optimizer = Adam(agent.trainable_variables)
state = (tf.zeros([1, 2, 8]), tf.zeros([1, 2, 8]))


@one_op
@tf.function
def train_body():
    x, done = tf.random.uniform([6, 4]), tf.cast(tf.random.uniform([6]) < 0.2, tf.float32)
    with tf.GradientTape() as tape:
        value, _ = agent(x, state, done)
        loss = tf.reduce_mean(tf.square(value))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for step in range(30):
    train_body()
