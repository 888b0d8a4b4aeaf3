"""Settings of losses and of layers, slices of layers and names of heads change between updates."""

import torch
from agent import Agent


def run(change):
    agent = Agent()
    for i, p in enumerate(agent.net.parameters()):
        values = torch.linspace(-0.5, 0.5 + i / 10, p.numel())
        p.data.copy_(values.reshape(p.shape))
    x = torch.arange(12.0).reshape(4, 3) / 6
    y = torch.tensor([[3.0], [-1.0], [0.5], [2.0]])
    for step in range(4):
        print(round(agent.update(x, y), 4))
        if step == 1:
            change(agent)


def delta(agent):
    agent.huber.delta = 0.1


def reduction(agent):
    agent.error.reduction = "sum"


def eps(agent):
    agent.net.norm.eps = 1.0


def depth(agent):
    agent.net.depth = 1


def head(agent):
    agent.net.use[0] = "v"


for change in (delta, reduction, eps, depth, head):
    run(change)
