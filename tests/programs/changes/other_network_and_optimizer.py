import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


class A:
    def __init__(self):
        self.net = fill(nn.Linear(3, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, x):
        loss = self.net(x).pow(2).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def reset(self, lr):
        self.net = fill(nn.Linear(3, 1), 0.7)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=lr)


a = A()
print(a.learn(X()), a.learn(X(1)))
a.reset(0.01)
print(a.learn(X()), a.learn(X(1)))
a.opt = torch.optim.Adam(a.net.parameters(), lr=0.01)
print(a.learn(X()), a.learn(X(1)))
