"""Groups of one parameter each, which stand in no list."""

import torch
import torch.nn as nn

net = nn.Linear(3, 2)
scale = nn.Parameter(torch.ones(2))
with torch.no_grad():
    net.weight.fill_(0.1)
    net.bias.fill_(0.2)
optimizer = torch.optim.Adam([{"params": net.weight}, {"params": net.bias, "lr": 0.5}], lr=0.1)
other = torch.optim.SGD([{"params": scale, "momentum": 0.9}], lr=0.1)
x = torch.arange(12.0).reshape(4, 3) / 10
for step in range(4):
    loss = ((net(x) * scale - 1) ** 2).mean()
    optimizer.zero_grad()
    other.zero_grad()
    loss.backward()
    optimizer.step()
    other.step()
    print(f"{loss.item():.5f}")
print(len(optimizer.param_groups), [len(g["params"]) for g in optimizer.param_groups])
