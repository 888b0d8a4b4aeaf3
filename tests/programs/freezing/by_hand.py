"""Weights that the program steps on itself."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)
net[0].bias.requires_grad = False
for _ in range(3):
    loss = (net(torch.ones(1, 1)).sum() - 1) ** 2
    net.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            if p.requires_grad:
                p -= 0.1 * p.grad
    print(loss.item(), net[0].weight.sum().item(), net[0].bias.sum().item())
