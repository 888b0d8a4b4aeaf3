"""One network with two halves, chosen by a word that forward gets."""
import numpy as np
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.target = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        for p in self.target.parameters():
            p.requires_grad = False

    def forward(self, x, model):
        if model == "online":
            return self.online(x)
        elif model == "target":
            return self.target(x)


class Agent:
    def __init__(self):
        self.net = Net().float()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.loss_fn = torch.nn.SmoothL1Loss()
        self.rng = np.random.default_rng(0)

    def sync(self):
        self.net.target.load_state_dict(self.net.online.state_dict())

    def learn(self):
        state = torch.FloatTensor(self.rng.normal(size=(8, 4)))
        action = torch.LongTensor(self.rng.integers(0, 2, 8))
        reward = torch.FloatTensor(self.rng.normal(size=8))
        estimate = self.net(state, model="online")[np.arange(0, 8), action]
        with torch.no_grad():
            best = torch.argmax(self.net(state, model="online"), axis=1)
            goal = reward + 0.9 * self.net(state, model="target")[np.arange(0, 8), best]
        loss = self.loss_fn(estimate, goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
agent.sync()
for step in range(5):
    print(agent.learn())
# output
"""One network with two halves, chosen by a word that forward gets."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Sequential,
    SmoothL1Loss,
    TorchModel,
    from_array,
    one_op,
    trained_gradient,
)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.online = Sequential(Linear(4, 8), keras.layers.ReLU(), Linear(8, 2))
        self.target = Sequential(Linear(4, 8), keras.layers.ReLU(), Linear(8, 2))
        for p in self.target.trainable_variables:
            p.trained = False

    def call(self, x, model):
        if model == "online":
            return self.online(x)
        elif model == "target":
            return self.target(x)


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.loss_fn = SmoothL1Loss()
        self.rng = np.random.default_rng(0)

    def sync(self):
        self.net.target.set_weights(self.net.online.get_weights())

    def learn(self):
        state = from_array(self.rng.normal(size=(8, 4)), tf.float32)
        action = from_array(self.rng.integers(0, 2, 8), tf.int64)
        reward = from_array(self.rng.normal(size=8), tf.float32)
        loss = self._learn_body(state, action, reward)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, state, action, reward):
        with tf.GradientTape() as tape:
            estimate = tf.gather_nd(
                self.net(state, model="online"), tf.stack([np.arange(0, 8), action], axis=-1)
            )
            with tape.stop_recording():
                best = tf.argmax(self.net(state, model="online"), axis=1)
                goal = (
                    reward
                    + 0.9
                    * tf.gather_nd(
                        self.net(state, model="target"),
                        tf.stack([np.arange(0, 8), best], axis=-1),
                    )
                )
            loss = self.loss_fn(estimate, goal)
        grads = trained_gradient(tape, loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


agent = Agent()
agent.sync()
for step in range(5):
    print(agent.learn())
