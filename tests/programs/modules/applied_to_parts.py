"""net.apply(f) of networks that come out of dicts and sets."""

from functools import partial

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.head = nn.Linear(4, 2)
        gains = {self.body: 2.0, self.head: 0.5}
        for module, gain in gains.items():
            module.apply(partial(self.set_weights, gain=gain))

    @staticmethod
    def set_weights(module: nn.Module, gain: float = 1) -> None:
        if isinstance(module, nn.Linear):
            nn.init.constant_(module.weight, gain)
            if module.bias is not None:
                module.bias.data.fill_(0.5)

    def __call__(self, x):
        return self.head(self.body(x))


def shift(layer):
    if isinstance(layer, nn.Linear):
        layer.bias.data.add_(1.0)


def on_all(parts, f):
    for part in parts:
        part.apply(f)


agent = Agent()
on_all({agent.body, agent.head}, shift)
print(agent(torch.ones(2, 3)).tolist())
