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
