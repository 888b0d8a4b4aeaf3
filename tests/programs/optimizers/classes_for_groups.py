"""An optimizer's class out of a dict, which gets parameter groups or parameters."""

import torch
import torch.nn as nn


def build(name, groups, **options):
    cls = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}[name]
    return cls(groups, **options)


for name in ("sgd", "adam"):
    net = nn.Linear(2, 1)
    nn.init.constant_(net.weight, 0.5)
    nn.init.zeros_(net.bias)
    groups = [{"params": [net.weight], "weight_decay": 0.5}, {"params": [net.bias], "lr": 0.2}]
    for optimizer in (build(name, groups, lr=0.1), build(name, net.parameters(), lr=0.1)):
        for _ in range(2):
            loss = (net(torch.ones(1, 2)) - 2).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(name, f"{loss.item():.5f}")
