"""An optimizer of a part of a frozen network."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)
opt = torch.optim.SGD(net[2].parameters(), lr=0.1)
net[0].requires_grad_(False)
for i in range(3):
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    n = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
    print(loss.item(), n.item(), [p.sum().item() for p in net.parameters()])
