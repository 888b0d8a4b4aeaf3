"""What is frozen has no gradient: for loops over gradients, and for norms."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)
for p in net[0].parameters():
    p.requires_grad = False
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    for p in net.parameters():
        if p.grad is not None:
            p.grad.data.clamp_(-1, 1)
    norm = nn.utils.clip_grad_norm_(net.parameters(), 0.7)
    opt.step()
    print(loss.item(), float(norm), net[0].weight.sum().item(), net[2].weight.sum().item())
