from typing import Iterable

import torch
import torch.nn as nn
from torch.nn.parameter import Parameter


@torch.no_grad()
def polyak_update(params: Iterable[nn.Parameter], targets: Iterable[Parameter], tau: float) -> None:
    for param, target in zip(params, targets):
        if tau == 1:
            target.data.copy_(param.data)
        else:
            target.data.mul_(1.0 - tau)
            torch.add(target.data, param.data, alpha=tau, out=target.data)


def scaled(weight: nn.Parameter, by: float) -> torch.Tensor:
    return weight * by


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.b = nn.Parameter(torch.ones(2), requires_grad=False)

    def forward(self, x):
        return scaled(self.w, 2.0) * x + self.b


net, target = Scale(), Scale()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for turn in range(3):
    loss = (net(torch.tensor([1.0, 2.0])) - 3.0).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    polyak_update(net.parameters(), target.parameters(), 1 if turn == 0 else 0.5)
    print(loss.item(), target.w.sum().item(), target.b.sum().item())
