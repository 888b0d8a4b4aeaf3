"""A network whose layers are added one by one, of several classes; its update is a graph."""

import numpy as np
import torch
from torch import nn


class MLP(nn.Module):
    def __init__(self, inputs, outputs, size, depth):
        super().__init__()
        self.layers = nn.ModuleList()
        self.layers.append(nn.Linear(inputs, size))
        self.layers.append(nn.Tanh())
        for _ in range(depth - 1):
            self.layers.append(nn.Linear(size, size))
            self.layers.append(nn.Tanh())
        self.layers.append(nn.Linear(size, outputs))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Policy:
    def __init__(self):
        self.net = MLP(4, 2, 8, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def get_action(self, obs):
        return self.net(torch.Tensor(obs)).detach().numpy()

    def update(self, obs, actions):
        self.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.net(torch.Tensor(obs)), torch.Tensor(actions))
        loss.backward()
        self.optimizer.step()
        return loss.item()


rng = np.random.RandomState(0)
policy = Policy()
for step in range(4):
    observations = rng.randn(6, 4)
    actions = policy.get_action(observations)
    print(step, policy.update(observations, actions + rng.randn(6, 2)))
# output
"""A network whose layers are added one by one, of several classes; its update is a graph."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, ModuleList, TorchModel, from_array, one_op


class MLP(TorchModel):
    def __init__(self, inputs, outputs, size, depth):
        super().__init__()
        self.layers_ = ModuleList()
        self.layers_.append(Linear(inputs, size))
        self.layers_.append(keras.layers.Activation("tanh"))
        for _ in range(depth - 1):
            self.layers_.append(Linear(size, size))
            self.layers_.append(keras.layers.Activation("tanh"))
        self.layers_.append(Linear(size, outputs))

    def call(self, x):
        for layer in self.layers_:
            x = layer(x)
        return x


class Policy:
    def __init__(self):
        self.net = MLP(4, 2, 8, 2)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)

    def get_action(self, obs):
        return self._call_net(from_array(obs, tf.float32)).numpy()

    @one_op
    @tf.function
    def _call_net(self, x):
        return self.net(x)

    def update(self, obs, actions):
        loss = self._update_body(from_array(obs, tf.float32), from_array(actions, tf.float32))
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, obs, actions):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(obs) - actions))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


rng = np.random.RandomState(0)
policy = Policy()
for step in range(4):
    observations = rng.randn(6, 4)
    actions = policy.get_action(observations)
    print(step, policy.update(observations, actions + rng.randn(6, 2)))
# findings
# agents/layers_added.py:11:9: N401 note layers is called layers_: Keras reserves the name
