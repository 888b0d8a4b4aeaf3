"""Activations that heirs give to their base, a function under a name, the range of actions."""

from types import SimpleNamespace

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Base(nn.Module):
    def __init__(self, size, activation, action_range):
        super().__init__()
        self.size = size
        self.activation = activation
        self.action_range = action_range


class Middle(Base):
    def __init__(self, size, activation, action_range):
        super().__init__(size, activation, action_range)


class Policy(Middle):
    def __init__(self, size, hidden, action_range, activation=F.relu):
        super().__init__(size, activation, action_range)
        self.first = nn.Linear(size, hidden)
        self.second = nn.Linear(hidden, size)
        for i, p in enumerate(self.parameters()):
            p.data.copy_(torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))

    def forward(self, x):
        squashed = torch.tanh
        x = self.second(self.activation(self.first(x)))
        zeros = torch.zeros(x.size())
        if x.is_cuda:
            zeros = zeros.cuda()
        return squashed(x) + zeros - np.log(self.action_range)


class Agent:
    def __init__(self, env, activation=F.relu):
        self.policy = Policy(3, 8, env.high, activation)
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def update(self, states):
        loss = self.policy(states).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


env = SimpleNamespace(high=np.float32(2.5))
for agent in (Agent(env), Agent(SimpleNamespace(high=1.5), torch.tanh)):
    for i in range(4):
        print(agent.update(torch.linspace(-1.0, 1.0 + i, 15).view(5, 3)))
