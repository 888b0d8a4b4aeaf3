"""Networks and optimizers are made outside of the agent, which gets them as a dictionary."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, states):
        return self.net(states)


class Agent:
    def __init__(
        self, critic: nn.Module, optimizer: torch.optim.Optimizer, gamma: float = 0.99
    ):
        self.critic = critic
        self.target = copy.deepcopy(critic).requires_grad_(False)
        self.optimizer = optimizer
        self.gamma = gamma

    def train(self, states, rewards):
        with torch.no_grad():
            targets = rewards + self.gamma * self.target(states)
        loss = F.mse_loss(self.critic(states), targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
critic = Critic(16)
kwargs = {
    "critic": critic,
    "optimizer": torch.optim.Adam(critic.parameters(), lr=1e-2),
    "gamma": 0.9,
}
agent = Agent(**kwargs)
for step in range(4):
    states = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    rewards = torch.tensor(rng.randn(8, 1), dtype=torch.float32)
    print(step, agent.train(states, rewards))
# output
"""Networks and optimizers are made outside of the agent, which gets them as a dictionary."""

import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, TorchModel, from_array, one_op


class Critic(TorchModel):
    def __init__(self, width):
        super().__init__()
        self.net = Sequential(Linear(3, width), keras.layers.ReLU(), Linear(width, 1))

    def call(self, states):
        return self.net(states)


class Agent:
    def __init__(
        self, critic: keras.Layer, optimizer: keras.optimizers.Optimizer, gamma: float = 0.99
    ):
        self.critic = critic
        self.target = copy.deepcopy(critic)
        self.optimizer = optimizer
        self.gamma = gamma

    def train(self, states, rewards):
        loss = self._train_body(states, rewards)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, states, rewards):
        targets = rewards + self.gamma * self.target(states)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.critic(states) - targets))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


rng = np.random.RandomState(0)
critic = Critic(16)
kwargs = {
    "critic": critic,
    "optimizer": Adam(critic.trainable_variables, lr=1e-2),
    "gamma": 0.9,
}
agent = Agent(**kwargs)
for step in range(4):
    states = from_array(rng.randn(8, 3), tf.float32)
    rewards = from_array(rng.randn(8, 1), tf.float32)
    print(step, agent.train(states, rewards))
