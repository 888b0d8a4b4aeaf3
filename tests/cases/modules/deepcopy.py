import copy
from copy import deepcopy

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, 1)

    def forward(self, x):
        return self.fc(x)


class Agent:
    def __init__(self, size):
        self.critic = Critic(size)
        self.target = copy.deepcopy(self.critic)
        self.settings = copy.deepcopy({"size": size})

    def reset(self):
        self.target = deepcopy(self.critic)


net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
twin = deepcopy(net)


def stranger(network: Critic):
    return copy.deepcopy(network)
# output
import copy
import os
from copy import deepcopy

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
from torch_compat import Linear, Sequential, TorchModel


class Critic(TorchModel):
    def __init__(self, size):
        super().__init__()
        self.fc = Linear(size, 1)

    def call(self, x):
        return self.fc(x)


class Agent:
    def __init__(self, size):
        self.critic = Critic(size)
        self.target = Critic(size)
        self.target.set_weights(self.critic.get_weights())
        self.settings = copy.deepcopy({"size": size})

    def reset(self):
        self.target.set_weights(self.critic.get_weights())


net = Sequential(Linear(2, 2), keras.layers.ReLU())
twin = deepcopy(net)


def stranger(network: Critic):
    return copy.deepcopy(network)
