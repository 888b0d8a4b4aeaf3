"""Priorities are written, and numbers logged, in branches that compute the loss, too."""

import numpy as np
import torch
import torch.nn as nn


class Memory:
    def __init__(self):
        self.priorities = np.ones(6, dtype=np.float32)

    def update(self, errors):
        self.priorities = np.abs(errors) + 0.1


class Agent:
    def __init__(self, prioritised, verbose):
        self.prioritised, self.verbose = prioritised, verbose
        self.net = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.seen = []

    def learn(self, memory, weights, states, targets):
        errors = self.net(states).squeeze(1) - targets
        if self.prioritised:  # weighted, as the paper has it
            loss = (weights * errors**2).mean()
            # the memory learns what was surprising
            memory.update(errors.detach().numpy())
        else:
            loss = (errors**2).mean()
        if not (self.verbose and self.prioritised):
            loss = loss * 0.5
        else:
            loss = loss * 2.0
            self.seen.append(loss.item())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
for agent in [Agent(True, True), Agent(False, False)]:
    memory = Memory()
    for _ in range(3):
        weights = torch.from_numpy(memory.priorities)
        states = torch.tensor(rng.randn(6, 3), dtype=torch.float32)
        targets = torch.tensor(rng.randn(6), dtype=torch.float32)
        print(agent.learn(memory, weights, states, targets), len(agent.seen))
# output
"""Priorities are written, and numbers logged, in branches that compute the loss, too."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op


class Memory:
    def __init__(self):
        self.priorities = np.ones(6, dtype=np.float32)

    def update(self, errors):
        self.priorities = np.abs(errors) + 0.1


class Agent:
    def __init__(self, prioritised, verbose):
        self.prioritised, self.verbose = prioritised, verbose
        self.net = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 1))
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.seen = []

    def learn(self, memory, weights, states, targets):
        errors, loss = self._learn_body(weights, states, targets)
        if self.prioritised:
            # the memory learns what was surprising
            memory.update(errors.numpy())
        if self.verbose and self.prioritised:
            self.seen.append(loss.numpy().item())
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, weights, states, targets):
        with tf.GradientTape() as tape:
            errors = tf.squeeze(self.net(states), axis=1) - targets
            if self.prioritised:  # weighted, as the paper has it
                loss = tf.reduce_mean(weights * errors**2)
            else:
                loss = tf.reduce_mean(errors**2)
            if not (self.verbose and self.prioritised):
                loss = loss * 0.5
            else:
                loss = loss * 2.0
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return errors, loss


rng = np.random.RandomState(0)
for agent in [Agent(True, True), Agent(False, False)]:
    memory = Memory()
    for _ in range(3):
        weights = from_array(memory.priorities)
        states = from_array(rng.randn(6, 3), tf.float32)
        targets = from_array(rng.randn(6), tf.float32)
        print(agent.learn(memory, weights, states, targets), len(agent.seen))
