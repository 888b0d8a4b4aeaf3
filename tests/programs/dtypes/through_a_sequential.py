"""What the parts of an nn.Sequential are called with: integers, then what the part before gives."""

import torch
import torch.nn as nn


class Waves(nn.Module):
    def forward(self, steps):
        rates = torch.linspace(0.1, 1.0, 3)
        return steps[:, None] * rates[None, :]


class Half(nn.Module):
    def forward(self, x):
        return x * torch.tensor([1, 2]) / 2


net = nn.Sequential(Waves(), nn.Linear(3, 2), nn.Sequential(Half(), nn.ReLU()))
table = nn.Sequential(nn.Embedding(4, 2), Half())
for number, parameter in enumerate([*net.parameters(), *table.parameters()]):
    parameter.data = torch.linspace(-1, 1, parameter.numel()).view(parameter.shape) + 0.1 * number
print(net(torch.tensor([1, 2, 3])).tolist())
print(table(torch.tensor([0, 3])).tolist())
