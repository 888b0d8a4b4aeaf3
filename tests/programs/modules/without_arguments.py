"""Networks that are called with nothing, or with numbers alone: a temperature, a table."""

import torch
import torch.nn as nn


class Scalar(nn.Module):
    def __init__(self, value):
        super().__init__()
        self.constant = nn.Parameter(torch.tensor(value))

    def forward(self):
        return self.constant


class Prior(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(size))
        self.scale = nn.Linear(1, size)
        nn.init.constant_(self.scale.weight, 0.5)
        nn.init.zeros_(self.scale.bias)

    def forward(self, rows: int = 2, *, shift=0.0):
        return self.mean.expand(rows, -1) + self.scale(torch.ones(rows, 1)) + shift


log_alpha, prior = Scalar(0.1), Prior(3)
optimizer = torch.optim.Adam([*log_alpha.parameters(), *prior.parameters()], lr=0.1)
for step in range(3):
    loss = log_alpha().exp() * (prior() - 1).pow(2).mean() + prior(4, shift=0.5).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(
        loss.item(), log_alpha().item(), prior(rows=1).sum().item(), prior(shift=1.0).sum().item()
    )
with torch.no_grad():
    print(log_alpha().exp().item(), prior(3).shape[0])
