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
from copy import deepcopy

import keras
from torch_compat import Linear, Sequential


class Critic(keras.Model):
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
    # porter: P302 Keras networks can't be deep-copied, and no constructor call is in sight
    return copy.deepcopy(network)
# findings
# modules/deepcopy.py:32:12: P302 error Keras networks can't be deep-copied, and no constructor call is in sight -> construct a second network and call set_weights()
