"""Ends of episodes as booleans, beside numbers that only the program knows."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.adam import Adam


class Replay:
    def __init__(self, size):
        rng = np.random.default_rng(0)
        self.states = rng.normal(size=(size, 3)).astype(np.float32)
        self.rewards = rng.normal(size=(size, 1)).astype(np.float32)
        self.ended = np.zeros((size, 1), dtype=np.bool_)
        self.ended[::3] = True
        self.lost = torch.zeros((size, 1), dtype=torch.bool)

    def sample(self, rows):
        ended = torch.from_numpy(np.array(self.ended[rows]))
        return torch.tensor(self.states[rows]), torch.tensor(self.rewards[rows]), ended


class Agent:
    def __init__(self, **options):
        self.__dict__.update(options)
        self.net, self.target = nn.Linear(3, 2), nn.Linear(3, 2)
        self.optimizer = Adam(self.net.parameters(), lr=self.rate)

    def train(self, replay, rows):
        state, reward, ended = replay.sample(rows)
        lost = replay.lost[rows]
        with torch.no_grad():
            best = self.target(state).max(1)[0].unsqueeze(1)
            goal = reward + self.discount * best * (~ended)
            goal = goal + (~lost) * self.discount * best + self.discount * (reward > 0) * best
        goal[ended] = 0.5
        loss = F.mse_loss(self.net(state).mean(1, keepdim=True), goal, size_average=False)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent(discount=0.9, rate=1e-2)
replay = Replay(12)
for turn in range(3):
    print(agent.train(replay, np.arange(turn, turn + 8)))
# output
"""Ends of episodes as booleans, beside numbers that only the program knows."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, from_array, one_op, replaced, taken, times_mask


class Replay:
    def __init__(self, size):
        rng = np.random.default_rng(0)
        self.states = rng.normal(size=(size, 3)).astype(np.float32)
        self.rewards = rng.normal(size=(size, 1)).astype(np.float32)
        self.ended = np.zeros((size, 1), dtype=np.bool_)
        self.ended[::3] = True
        self.lost = tf.zeros((size, 1), tf.bool)

    def sample(self, rows):
        ended = from_array(np.array(self.ended[rows]))
        return from_array(self.states[rows]), from_array(self.rewards[rows]), ended


class Agent:
    def __init__(self, **options):
        self.__dict__.update(options)
        self.net, self.target = Linear(3, 2), Linear(3, 2)
        self.optimizer = Adam(self.net.trainable_variables, lr=self.rate)

    def train(self, replay, rows):
        state, reward, ended = replay.sample(rows)
        loss = self._train_body(replay.lost, rows, state, reward, ended)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, lost_2, rows, state, reward, ended):
        lost = taken(lost_2, rows)
        best = tf.expand_dims(tf.reduce_max(self.target(state), axis=1), axis=1)
        goal = reward + self.discount * best * tf.cast(~ended, tf.float32)
        goal = (
            goal
            + times_mask(self.discount, ~lost) * best
            + times_mask(self.discount, reward > 0) * best
        )
        goal = replaced(goal, lambda goal: tf.boolean_mask(goal, ended), 0.5)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(
                tf.square(tf.reduce_mean(self.net(state), axis=1, keepdims=True) - goal)
            )
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


agent = Agent(discount=0.9, rate=1e-2)
replay = Replay(12)
for turn in range(3):
    print(agent.train(replay, np.arange(turn, turn + 8)))
