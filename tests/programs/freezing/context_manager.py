"""Frozen in a with block."""

import torch
import torch.nn as nn


class FreezeParameters:
    def __init__(self, modules):
        self.modules = modules
        self.states = [p.requires_grad for m in modules for p in m.parameters()]

    def __enter__(self):
        for m in self.modules:
            for p in m.parameters():
                p.requires_grad = False

    def __exit__(self, a, b, c):
        i = 0
        for m in self.modules:
            for p in m.parameters():
                p.requires_grad = self.states[i]
                i += 1


pi = nn.Linear(2, 1)
q = nn.Linear(3, 1)
for n in (pi, q):
    for p in n.parameters():
        nn.init.constant_(p, 0.3)
opt = torch.optim.Adam(list(pi.parameters()) + list(q.parameters()), lr=0.1)
o = torch.ones(2, 2)
for _ in range(3):
    with FreezeParameters([q]):
        loss = -q(torch.cat([o, pi(o)], 1)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), pi.weight.sum().item(), q.weight.sum().item())
