import copy

import torch
import torch.nn as nn

net = nn.Linear(3, 1)
for p in net.parameters():
    nn.init.constant_(p, 0.1)
target = copy.deepcopy(net)
x = torch.arange(6.0).view(2, 3)
for step in range(3):
    net.zero_grad()
    losses = dict(a=net(x).pow(2).mean() * (step + 1))
    losses["a"].backward()
    print([float(p.grad.sum()) for p in net.parameters()])
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.01 * p.grad
    for a, b in zip(target.parameters(), net.parameters()):
        a.data.copy_(0.5 * a.data + 0.5 * b.data)
print([float(p.sum()) for p in target.parameters()])
