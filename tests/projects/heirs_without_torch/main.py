"""A file without an import of torch has a mixin whose super() is a class of another file, and a
method that the base calls with tensors."""

import torch
import torch.nn as nn
from heir import Agent

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
for i, p in enumerate(net.parameters()):
    p.data.copy_(torch.linspace(-0.5, 0.5 + i / 10, p.numel()).reshape(p.shape))
agent = Agent(net)
x, r = torch.arange(12.0).reshape(4, 3) / 10, torch.tensor([1.0, 0.1, -1.0, 0.2])
for step in range(4):
    print(round(agent.update(x, r), 4))
    if step == 1:
        agent.penalty = 2.0
