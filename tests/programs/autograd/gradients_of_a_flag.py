"""Blocks that a flag of the network gives a gradient, called from an update."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.shared = shared
        self.features = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        for n, p in enumerate(self.parameters()):
            nn.init.constant_(p, 0.1 * (n + 1))

    def extract(self, x):
        return torch.tanh(self.features(x))

    def forward(self, x):
        with torch.set_grad_enabled(not self.shared):
            # the actor's loss trains these
            features = self.extract(x)
            twice, mean = features * 2, features.mean()
        return self.head(twice) + mean


def gradients(shared):
    net = Critic(shared)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        loss = net(torch.ones(2, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [round(p.sum().item(), 4) for p in net.parameters()]


print(gradients(True))
print(gradients(False))
