import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


class Sched:
    def __init__(self, w):
        self.weights = w

    def step(self):
        self.weights[0] *= 0.5


class A:
    def __init__(self):
        self.coefs = [1.0, 2.0]
        self.net = fill(nn.Linear(3, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.05)

    def update(self, x):
        loss = self.coefs[0] * self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


a = A()
s = Sched(a.coefs)
for i in range(4):
    print(a.update(X(i)))
    s.step()
