"""Configurations that are no keys: a graph can't be traced for each of them."""

from dataclasses import dataclass, field, replace

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass(slots=True)
class Config:
    scale: float = 1.0
    power: int = 2


@dataclass(frozen=True)
class Frozen:
    scale: float = 1.0
    power: int = 2
    weights: list = field(default_factory=lambda: [1.0, 0.5])


class More(Config):
    pass


class Agent:
    def __init__(self, config):
        self.config = config
        self.net = nn.Linear(3, 2)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y):
        config = self.config
        loss = ((self.net(x) - y) ** config.power).mean() * config.scale
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 4)


x = torch.linspace(-1, 1, 12).reshape(4, 3)
for config in (Config(), Frozen(), More()):
    agent = Agent(config)
    for k in range(3):
        print(agent.update(x, x[:, :2]))
        agent.config = replace(agent.config, scale=0.5 + k)
