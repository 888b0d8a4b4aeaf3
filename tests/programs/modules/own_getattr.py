# told: P104
"""Keras reads attributes of a network that __init__ has not set: this would call itself for ever."""

import torch
import torch.nn as nn


class Wrapper(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.network, name)

    def forward(self, x):
        return self.network(x) * 2


print(Wrapper(nn.Linear(2, 3)).out_features, torch.ones(1).item())
