"""A memory that is wiped where an episode ended."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(nn.Linear(3, 8), nn.ReLU())
        self.lstm = nn.LSTM(8, 6)
        self.actor = nn.Linear(6, 2)
        self.critic = nn.Linear(6, 1)

    def get_states(self, x, lstm_state, done):
        hidden = self.network(x)
        batch_size = lstm_state[0].shape[1]
        hidden = hidden.reshape((-1, batch_size, self.lstm.input_size))
        done = done.reshape((-1, batch_size))
        new_hidden = []
        for h, d in zip(hidden, done):
            h, lstm_state = self.lstm(
                h.unsqueeze(0),
                (
                    (1.0 - d).view(1, -1, 1) * lstm_state[0],
                    (1.0 - d).view(1, -1, 1) * lstm_state[1],
                ),
            )
            new_hidden += [h]
        return torch.flatten(torch.cat(new_hidden), 0, 1), lstm_state

    def forward(self, x, lstm_state, done):
        hidden, lstm_state = self.get_states(x, lstm_state, done)
        return self.actor(hidden), self.critic(hidden), lstm_state


agent = Agent()
optimizer = optim.Adam(agent.parameters(), lr=1e-2)
rng = np.random.RandomState(0)
state = (torch.zeros(1, 2, 6), torch.zeros(1, 2, 6))
for step in range(3):
    x = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    done = torch.tensor(rng.rand(8) < 0.3, dtype=torch.float32)
    logits, value, next_state = agent(x, state, done)
    loss = torch.softmax(logits, dim=1)[:, 0].mean() + value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    state = (next_state[0].detach(), next_state[1].detach())
    print(step, loss.item())
# output
"""A memory that is wiped where an episode ended."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    LSTM,
    Adam,
    Linear,
    Sequential,
    TorchModel,
    flatten_between,
    from_array,
    one_op,
)


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.network = Sequential(Linear(3, 8), keras.layers.ReLU())
        self.lstm = LSTM(8, 6)
        self.actor = Linear(6, 2)
        self.critic = Linear(6, 1)

    def get_states(self, x, lstm_state, done):
        hidden = self.network(x)
        batch_size = lstm_state[0].shape[1]
        hidden = tf.reshape(hidden, (-1, batch_size, self.lstm.input_size))
        done = tf.reshape(done, (-1, batch_size))
        new_hidden = []
        for h, d in zip(tf.unstack(hidden), tf.unstack(done)):
            h, lstm_state = self.lstm(
                tf.expand_dims(h, axis=0),
                (
                    tf.reshape(1.0 - d, [1, -1, 1]) * lstm_state[0],
                    tf.reshape(1.0 - d, [1, -1, 1]) * lstm_state[1],
                ),
            )
            new_hidden += [h]
        return flatten_between(tf.concat(new_hidden, axis=0), 0, 1), lstm_state

    def call(self, x, lstm_state, done):
        hidden, lstm_state = self.get_states(x, lstm_state, done)
        return self.actor(hidden), self.critic(hidden), lstm_state


agent = Agent()
optimizer = Adam(agent.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)
state = (tf.zeros([1, 2, 6]), tf.zeros([1, 2, 6]))


@one_op
@tf.function
def train_body(x, done, state):
    with tf.GradientTape() as tape:
        logits, value, next_state = agent(x, state, done)
        loss = (
            tf.reduce_mean(tf.nn.softmax(logits, axis=1)[:, 0])
            + tf.reduce_mean(tf.square(value))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return next_state, loss


for step in range(3):
    x = from_array(rng.randn(8, 3), tf.float32)
    done = from_array(rng.rand(8) < 0.3, tf.float32)
    next_state, loss = train_body(x, done, state)
    state = (next_state[0], next_state[1])
    print(step, loss.numpy().item())
