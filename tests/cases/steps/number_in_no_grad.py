"""A number that only a no_grad block reads is computed while tracing; x.size is no self.size."""

import torch
import torch.nn as nn


class Buffer:
    def __init__(self):
        self.size = 0

    def add(self):
        self.size += 1


class Agent:
    def __init__(self, gamma=0.99, steps=3, v_min=-10.0, v_max=10.0):
        self.gamma = gamma
        self.steps = steps
        self.v_min = v_min
        self.v_max = v_max
        self.net = nn.Linear(3, 5)
        self.target = nn.Linear(3, 5)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def train(self, state: torch.Tensor, reward: torch.Tensor):
        with torch.no_grad():
            # an n-step return
            gamma_n = self.gamma**self.steps
            spread = self.v_max - self.v_min
            target = (reward + gamma_n * self.target(state)) / spread
            rows, order = torch.zeros_like(target), torch.argmax(target, dim=1, keepdim=True)
            for i in range(rows.size(0)):
                rows[i].index_add_(0, order[i], reward[i])
        loss = ((self.net(state) - rows) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def noted(self, state: torch.Tensor, reward: torch.Tensor):
        with torch.no_grad():
            gamma_n = self.gamma**self.steps  # it is printed, too
            target = reward + gamma_n * self.target(state)
        loss = ((self.net(state) - target) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        print(gamma_n)
# output
"""A number that only a no_grad block reads is computed while tracing; x.size is no self.size."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, floating, index_add_rows, one_op


class Buffer:
    def __init__(self):
        self.size = 0

    def add(self):
        self.size += 1


class Agent:
    def __init__(self, gamma=0.99, steps=3, v_min=-10.0, v_max=10.0):
        self.gamma = gamma
        self.steps = steps
        self.v_min = v_min
        self.v_max = v_max
        self.net = Linear(3, 5)
        self.target = Linear(3, 5)
        self.optimizer = Adam(self.net.trainable_variables)

    def train(self, state: tf.Tensor, reward: tf.Tensor):
        self._train_body(state, reward)

    @one_op
    @tf.function
    def _train_body(self, state, reward):
        # an n-step return
        gamma_n = self.gamma**self.steps
        spread = self.v_max - self.v_min
        target = floating(reward + gamma_n * self.target(state)) / spread
        rows, order = tf.zeros_like(target), tf.expand_dims(tf.argmax(target, axis=1), 1)
        rows = index_add_rows(rows, order, reward)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(state) - rows) ** 2)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def noted(self, state: tf.Tensor, reward: tf.Tensor):
        gamma_n = self.gamma**self.steps  # it is printed, too
        target = reward + gamma_n * self._call_target(state)
        self._noted_body(state, target)
        print(gamma_n)

    @one_op
    @tf.function
    def _call_target(self, state):
        return self.target(state)

    @one_op
    @tf.function
    def _noted_body(self, state, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(state) - target) ** 2)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
