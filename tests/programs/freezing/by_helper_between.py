"""A helper freezes and thaws between zero_grad() and the forward pass."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)


def set_trainable(module, flag):
    for p in module.parameters():
        p.requires_grad = flag


opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for epoch in range(6):
    opt.zero_grad()
    set_trainable(net[0], epoch % 2 == 1)
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    loss.backward()
    opt.step()
    print(loss.item(), net[0].weight.sum().item(), net[2].weight.sum().item())
