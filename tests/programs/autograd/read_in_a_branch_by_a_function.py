"""A gradient comes through what a function reads besides its arguments: a name of the function around, in a branch."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def fix(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) * (1.3 + i)).reshape(p.shape) * 0.4)
    return net


def data(k):
    x = torch.sin(torch.arange(24.0) * 0.7 + k).reshape(8, 3)
    return x, (x.sum(1, keepdim=True) * 0.5).tanh()


def show(name, net):
    print(name, [round(float(p.sum()), 5) for p in net.parameters()])


a, b = fix(nn.Linear(3, 3)), fix(nn.Linear(3, 1))
opt = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1)
def step(x, y, go):
    h = torch.tanh(a(x))
    def fn(t):
        return F.mse_loss(b(h), t)
    if go:
        loss = fn(y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        return loss.item()
    return 0.0
for i in range(3):
    print(i, round(step(*data(k=i), True), 6))
show("a", a)
