"""A layer of our own: parameters, and buffers that are noise."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class NoisyLinear(nn.Module):
    def __init__(self, in_features, out_features, std_init=0.4):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight_mu = nn.Parameter(torch.zeros(out_features, in_features))
        self.weight_sigma = nn.Parameter(torch.zeros(out_features, in_features))
        self.bias_mu = nn.Parameter(torch.zeros(out_features))
        self.register_buffer("weight_epsilon", torch.zeros(out_features, in_features))

        bound = 1 / math.sqrt(in_features)
        self.weight_mu.data.uniform_(-bound, bound)
        self.weight_sigma.data.fill_(std_init * bound)
        self.bias_mu.data.uniform_(-bound, bound)

    def reset_noise(self):
        self.weight_epsilon.copy_(torch.randn(self.out_features, self.in_features))

    def forward(self, x):
        weight = self.weight_mu + self.weight_sigma * self.weight_epsilon
        return F.linear(x, weight, self.bias_mu)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.noisy = NoisyLinear(4, 8)
        self.mean = nn.Linear(8, 2)
        self.log_std = nn.Parameter(torch.full((1, 2), -0.5))

    def forward(self, x):
        mean = self.mean(torch.relu(self.noisy(x)))
        return mean, self.log_std.expand_as(mean).exp()


agent = Agent()
optimizer = optim.Adam(agent.parameters(), lr=1e-2)
rng = np.random.RandomState(0)
for step in range(4):
    agent.noisy.reset_noise()
    mean, std = agent(torch.tensor(rng.randn(8, 4), dtype=torch.float32))
    loss = ((mean - 1.0) ** 2 / std**2).mean() + std.log().sum(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# output
"""A layer of our own: parameters, and buffers that are noise."""

import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, graph


class NoisyLinear(TorchModel):
    def __init__(self, in_features, out_features, std_init=0.4):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight_mu = keras.Variable(tf.zeros([out_features, in_features]))
        self.weight_sigma = keras.Variable(tf.zeros([out_features, in_features]))
        self.bias_mu = keras.Variable(tf.zeros([out_features]))
        self.weight_epsilon = keras.Variable(tf.zeros([out_features, in_features]), trainable=False)

        bound = 1 / math.sqrt(in_features)
        self.weight_mu.assign(tf.random.uniform(self.weight_mu.shape, -bound, bound))
        self.weight_sigma.assign(tf.fill(self.weight_sigma.shape, std_init * bound))
        self.bias_mu.assign(tf.random.uniform(self.bias_mu.shape, -bound, bound))

    def reset_noise(self):
        self.weight_epsilon.assign(tf.random.normal([self.out_features, self.in_features]))

    def call(self, x):
        weight = self.weight_mu + self.weight_sigma * self.weight_epsilon
        return tf.matmul(x, weight, transpose_b=True) + self.bias_mu


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.noisy = NoisyLinear(4, 8)
        self.mean = Linear(8, 2)
        self.log_std = keras.Variable(tf.fill((1, 2), -0.5))

    def call(self, x):
        mean = self.mean(tf.nn.relu(self.noisy(x)))
        return mean, tf.exp(tf.broadcast_to(self.log_std, tf.shape(mean)))


agent = Agent()
optimizer = Adam(agent.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)
for step in range(4):
    agent.noisy.reset_noise()
    with tf.GradientTape() as tape:
        mean, std = agent(from_array(rng.randn(8, 4), tf.float32))
        loss = (
            tf.reduce_mean((mean - 1.0) ** 2 / std**2)
            + tf.reduce_mean(tf.reduce_sum(tf.math.log(std), axis=1))
        )
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
    print(step, loss.numpy().item())
# findings
# agents/parameters.py:52:5: N403 note this update stays in eager mode: torch.tensor(rng.randn(8, 4), dtype=t... makes an array -> write the step as tensor code only, with host lines before or behind it
