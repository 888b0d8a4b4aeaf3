# The module itself has its globals for attributes: none is a constant of the trace.
import sys

import torch
from torch import nn

ALPHA, BETA, GAMMA = 1.0, 1.0, 0.5
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.1)


def tick():
    me = sys.modules[__name__]
    me.ALPHA *= 0.5
    setattr(me, "BETA", BETA + 1.0)
    for name in ("GAMMA",):
        setattr(me, name, getattr(me, name) + 0.25)


def learn(x):
    loss = ALPHA * (net(x) - GAMMA).pow(2).mean() + BETA * net(x).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


for k in range(4):
    print(learn(torch.ones(3, 2) * k))
    tick()
