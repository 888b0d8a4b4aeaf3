"""Weights that are set by hand: orthogonal, uniform, by a function for every layer."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)
        m.bias.data.fill_(0.01)


class Critic(nn.Module):
    def __init__(self, init_w=3e-3):
        super().__init__()
        self.linear1 = nn.Linear(3, 16)
        self.linear2 = nn.Linear(16, 1)

        self.linear2.weight.data.uniform_(-init_w, init_w)
        self.linear2.bias.data.uniform_(-init_w, init_w)

    def forward(self, x):
        return self.linear2(torch.relu(self.linear1(x)))


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            layer_init(nn.Linear(3, 16)),
            nn.Tanh(),
            layer_init(nn.Linear(16, 2), std=0.01),
        )
        self.value = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.value.apply(init_weights)

    def forward(self, x):
        return self.net(x), self.value(x)


actor, critic = Actor(), Critic()
optimizer = optim.Adam(list(actor.parameters()) + list(critic.parameters()), lr=1e-3)
rng = np.random.RandomState(0)
for step in range(4):
    x = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
    action, value = actor(x)
    loss = action.pow(2).mean() + (value - critic(x)).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""Weights that are set by hand: orthogonal, uniform, by a function for every layer."""

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
    apply_to,
    from_array,
    one_op,
    orthogonal,
    xavier_uniform,
)


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    layer.weight.assign(orthogonal(layer.weight.shape, gain=std))
    layer.bias.assign(tf.fill(layer.bias.shape, bias_const))
    return layer


def init_weights(m):
    if isinstance(m, Linear):
        m.weight.assign(xavier_uniform(m.weight.shape))
        m.bias.assign(tf.fill(m.bias.shape, 0.01))


class Critic(TorchModel):
    def __init__(self, init_w=3e-3):
        super().__init__()
        self.linear1 = Linear(3, 16)
        self.linear2 = Linear(16, 1)

        self.linear2.weight.assign(tf.random.uniform(self.linear2.weight.shape, -init_w, init_w))
        self.linear2.bias.assign(tf.random.uniform(self.linear2.bias.shape, -init_w, init_w))

    def call(self, x):
        return self.linear2(tf.nn.relu(self.linear1(x)))


class Actor(TorchModel):
    def __init__(self):
        super().__init__()
        self.net = Sequential(
            layer_init(Linear(3, 16)),
            keras.layers.Activation("tanh"),
            layer_init(Linear(16, 2), std=0.01),
        )
        self.value = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 1))
        apply_to(self.value, init_weights)

    def call(self, x):
        return self.net(x), self.value(x)


actor, critic = Actor(), Critic()
optimizer = Adam(list(actor.trainable_variables) + list(critic.trainable_variables), lr=1e-3)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(x):
    with tf.GradientTape() as tape:
        action, value = actor(x)
        loss = tf.reduce_mean(tf.square(action)) + tf.reduce_mean(tf.abs(value - critic(x)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for step in range(4):
    x = from_array(rng.randn(8, 3), tf.float32)
    loss = train_body(x)
    print(step, loss.numpy().item())
