import torch
import torch.nn as nn


def layer_init(layer, std=1.0, bias=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias)
    return layer


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            layer_init(nn.Conv2d(4, 8, 3)), nn.ReLU(), nn.Flatten(), layer_init(nn.Linear(32, 16))
        )
        self.actor = layer_init(nn.Linear(16, 2), std=0.01)
        self.critic = layer_init(layer=nn.Linear(16, 1))

    def value(self, x):
        return self.critic(self.body(x))

    def forward(self, x):
        hidden = self.body(x)
        return self.actor(hidden), self.critic(hidden)


agent = Agent()
values = torch.zeros(5, 3)
values[0] = agent.value(torch.zeros(3, 4, 4, 4)).flatten()
logits, value = agent(torch.zeros(3, 4, 4, 4))
print(logits.mean(), value.view(-1), values.reshape(-1))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Conv2d, Linear, Sequential, TorchModel, graph, orthogonal


def layer_init(layer, std=1.0, bias=0.0):
    layer.weight.assign(orthogonal(layer.weight.shape, gain=std))
    layer.bias.assign(tf.fill(layer.bias.shape, bias))
    return layer


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.body = Sequential(
            layer_init(Conv2d(4, 8, 3)), keras.layers.ReLU(), keras.layers.Flatten(), layer_init(Linear(32, 16))
        )
        self.actor = layer_init(Linear(16, 2), std=0.01)
        self.critic = layer_init(layer=Linear(16, 1))

    def value(self, x):
        return self.critic(self.body(x))

    def call(self, x):
        hidden = self.body(x)
        return self.actor(hidden), self.critic(hidden)


agent = Agent()
values = np.zeros([5, 3], np.float32)
values[0] = tf.reshape(graph(agent.value)(tf.zeros([3, 4, 4, 4])), [-1])
logits, value = graph(agent)(tf.zeros([3, 4, 4, 4]))
print(tf.reduce_mean(logits), tf.reshape(value, [-1]), tf.reshape(values, [-1]))
