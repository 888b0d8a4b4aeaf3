"""A layer that comes out of a function chosen by a flag, in a program with a dict of its own class:
its weights are trained."""

import torch
from torch import nn
from torch.nn.utils import spectral_norm, weight_norm


class Settings(dict):
    def __getattr__(self, name):
        return self[name]


class Critic(nn.Module):
    def __init__(self, settings, spectral=False):
        super().__init__()
        self.settings = settings
        norm = weight_norm if not spectral else spectral_norm
        self.head = norm(nn.Linear(settings.size, 1))

    def forward(self, x):
        return self.head(x) * self.settings.scale


critic = Critic(Settings(size=3, scale=2.0))
with torch.no_grad():
    for p in critic.parameters():
        p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape))
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
x = torch.linspace(0, 1, 12).reshape(4, 3)
for _ in range(3):
    loss = (critic(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
print(len(list(critic.parameters())), [round(v, 4) for v in critic.head.bias.tolist()])
