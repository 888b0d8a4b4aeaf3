"""A gradient comes through what a function reads besides its arguments: a lambda."""

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
for i in range(3):
    x, y = data(k=i)
    h = torch.tanh(a(x))
    fn = lambda t: F.mse_loss(b(h), t)
    opt.zero_grad()
    loss = fn(y)
    loss.backward()
    opt.step()
    print(i, round(loss.item(), 6))
show("a", a)
