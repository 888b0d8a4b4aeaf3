"""A copy of a network is frozen where that is."""

import copy

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)
for p in net[0].parameters():
    p.requires_grad = False
twin = copy.deepcopy(net)
print([p.requires_grad for p in twin.parameters()])
opt = torch.optim.Adam(twin.parameters(), lr=0.1)
for _ in range(3):
    loss = (twin(torch.ones(1, 1)) - 3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), twin[0].weight.sum().item(), twin[2].weight.sum().item())
