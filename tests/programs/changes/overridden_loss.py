import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


class Base:
    def __init__(self):
        self.net = fill(nn.Linear(3, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.k = 1.0
        self.hist = []

    def loss(self, x):
        return self.net(x).pow(2).mean()

    def update(self, x):
        loss = self.loss(x)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


class Sub(Base):
    def loss(self, x):
        return super().loss(x) * self.k

    def anneal(self):
        self.k *= 0.3


class Sub2(Sub):
    def loss(self, x):
        self.k += 1
        return super().loss(x)


s = [Base(), Sub(), Sub2()]
for i in range(3):
    print(*[o.update(X(i)) for o in s])
    s[1].anneal()
