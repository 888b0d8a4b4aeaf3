"""By setattr()."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)
for p in net[0].parameters():
    p.requires_grad = False
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(1, 1)).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net[0].weight.sum().item())
