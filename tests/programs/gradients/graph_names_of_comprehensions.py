import torch
from torch import nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)


def flat(x):
    y = torch.tanh(net(x)).mean()
    grads = torch.autograd.grad(y, net.parameters())
    return torch.cat([g.view(-1) for g in grads])


def scaled(x):
    y = torch.tanh(net(x)).mean()
    grads = torch.autograd.grad(y, net.parameters())
    return sum([(p * g).sum() for p in grads])


def weighed(x):
    y = torch.tanh(net(x)).mean()
    grads = torch.autograd.grad(y, net.parameters())
    return sum([h.sum() for h in [p * w for p, w in zip(grads, h)]])


x = torch.ones(3, 2)
for g in (1.0, 2.0, 3.0):
    h = [g, -g]
    print([round(v, 5) for v in flat(x * g).tolist()], round(scaled(x).item(), 5), round(weighed(x).item(), 5))
