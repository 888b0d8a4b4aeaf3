"""Goals that are written one by one, into a copy of what the network gave: `target[i][a] = v`."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class Trainer:
    def __init__(self, gamma):
        self.gamma = gamma
        self.model = nn.Linear(4, 3)
        self.optimizer = optim.Adam(self.model.parameters(), lr=0.01)
        self.criterion = nn.MSELoss()

    def train_step(self, state, action, reward, next_state, done):
        state = torch.tensor(state, dtype=torch.float)
        next_state = torch.tensor(next_state, dtype=torch.float)
        reward = torch.tensor(reward, dtype=torch.float)
        pred = self.model(state)
        target = pred.clone()
        for i in range(len(done)):
            goal = reward[i]
            if not done[i]:
                goal = reward[i] + self.gamma * torch.max(self.model(next_state[i]))
            target[i][action[i]] = goal
        self.optimizer.zero_grad()
        loss = self.criterion(target, pred)
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
trainer = Trainer(0.9)
for step in range(4):
    states, following = rng.randn(5, 4), rng.randn(5, 4)
    actions, dones = rng.randint(3, size=5).tolist(), [False, True, False, False, True]
    print(step, trainer.train_step(states, actions, rng.randn(5), following, dones))
# output
"""Goals that are written one by one, into a copy of what the network gave: `target[i][a] = v`."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, MSELoss, from_array, graph, replaced


class Trainer:
    def __init__(self, gamma):
        self.gamma = gamma
        self.model = Linear(4, 3)
        self.optimizer = Adam(self.model.trainable_variables, lr=0.01)
        self.criterion = MSELoss()

    def train_step(self, state, action, reward, next_state, done):
        state = from_array(state, tf.float32)
        next_state = from_array(next_state, tf.float32)
        reward = from_array(reward, tf.float32)
        with tf.GradientTape() as tape:
            pred = self.model(state)
            target = tf.identity(pred)
            for i in range(len(done)):
                goal = reward[i]
                if not done[i]:
                    goal = reward[i] + self.gamma * tf.reduce_max(self.model(next_state[i]))
                target = replaced(target, lambda target: target[i][action[i]], goal)
            loss = self.criterion(target, pred)
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
        return loss.numpy().item()


rng = np.random.RandomState(0)
trainer = Trainer(0.9)
for step in range(4):
    states, following = rng.randn(5, 4), rng.randn(5, 4)
    actions, dones = rng.randint(3, size=5).tolist(), [False, True, False, False, True]
    print(step, trainer.train_step(states, actions, rng.randn(5), following, dones))
# findings
# agents/stored_by_row.py:22:9: N403 note this update stays in eager mode: a Python loop -> write the step as tensor code only, with host lines before or behind it
