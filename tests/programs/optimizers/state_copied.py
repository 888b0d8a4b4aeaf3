"""The state of an optimizer, copied to another."""

import copy

import torch
import torch.nn as nn


def make(lr=0.1):
    n = nn.Linear(1, 1)
    nn.init.constant_(n.weight, 1.0)
    nn.init.constant_(n.bias, 0.0)
    return n, torch.optim.Adam(n.parameters(), lr=lr)


def step(n, o):
    loss = n(torch.ones(1, 1)).pow(2).sum()
    o.zero_grad()
    loss.backward()
    o.step()
    return loss.item()


n, o = make()
print([step(n, o) for _ in range(3)])
m, p = make(0.5)
m.load_state_dict(n.state_dict())
p.load_state_dict(copy.deepcopy(o.state_dict()))
print(p.param_groups[0]["lr"])
print([step(m, p) for _ in range(2)], [step(n, o) for _ in range(2)])
