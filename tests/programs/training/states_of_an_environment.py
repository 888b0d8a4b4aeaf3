# told: P201
import torch, torch.nn as nn


class Env:
    def __init__(self):
        self.h = torch.zeros(1, 2)

    def step(self, a):
        self.h = torch.tanh(self.h + a)
        return self.h


net = nn.Linear(2, 2)
nn.init.constant_(net.weight, 0.3)
nn.init.zeros_(net.bias)
opt = torch.optim.SGD(net.parameters(), 0.1)
e = Env()
for t in range(4):
    h = e.step(net(torch.tensor([[0.1 * t, 0.2]])))
    if t % 2:
        loss = h.pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        e.h = e.h.detach()
        print(t, loss.item())


class Actor:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        nn.init.constant_(self.net.weight, 0.3)
        nn.init.zeros_(self.net.bias)
        self.prev = torch.zeros(1, 2)
        self.opt = torch.optim.SGD(self.net.parameters(), 0.1)

    def act(self, x):
        self.prev = self.net(x + self.prev)
        return self.prev

    def learn(self, x):
        loss = self.act(x).pow(2).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.prev = self.prev.detach()
        return loss.item()


a = Actor()
for t in range(3):
    a.act(torch.ones(1, 2))
    print(a.learn(torch.ones(1, 2)), a.net.weight.tolist())
