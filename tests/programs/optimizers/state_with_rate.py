"""A state has the rate of its time."""

import torch
import torch.nn as nn


def make(lr=0.1):
    n = nn.Linear(1, 1)
    nn.init.constant_(n.weight, 1.0)
    nn.init.constant_(n.bias, 0.0)
    return n, torch.optim.SGD(n.parameters(), lr=lr)


def step(n, o):
    loss = n(torch.ones(1, 1)).pow(2).sum()
    o.zero_grad()
    loss.backward()
    o.step()
    return loss.item()


n, o = make()
print([step(n, o) for _ in range(3)])
best = o.state_dict()
for g in o.param_groups:
    g["lr"] = 0.01
print([step(n, o) for _ in range(2)])
o.load_state_dict(best)
print(o.param_groups[0]["lr"], [step(n, o) for _ in range(2)])
