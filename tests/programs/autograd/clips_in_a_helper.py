"""Methods and functions that clip what others' backward() gave."""

import torch
import torch.nn as nn


def fixed(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) * (1.3 + i)).reshape(p.shape) * 0.4)
    return net


def clip_all(net, limit):
    return nn.utils.clip_grad_norm_(net.parameters(), limit)


class Agent:
    def __init__(self):
        self.net = fixed(nn.Linear(3, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1, momentum=0.9)
        self.limit = 0.1

    def update(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.clip()
        self.opt.step()
        return loss.item()

    def clip(self):
        if self.limit > 0.05:
            nn.utils.clip_grad_norm_(self.net.parameters(), self.limit)

    def by_function(self, x, y):
        loss = (self.net(x) - y).abs().mean()
        self.opt.zero_grad()
        loss.backward()
        norm = clip_all(self.net, self.limit)
        self.opt.step()
        return loss.item() + float(norm)

    def accumulated(self, x, y):
        self.opt.zero_grad()
        for i in range(2):
            (self.net(x[i::2]) - y[i::2]).pow(2).mean().backward()
            self.clip()
        clip_all(self.net, 0.05)
        self.opt.step()
        return self.net.bias.item()

    def optimize(self, loss):
        self.opt.zero_grad()
        loss.backward()
        if self.limit:
            self.clip()
        self.opt.step()
        return loss.item()

    def handed(self, x, y):
        return self.optimize((self.net(x) - y).pow(2).mean())


agent = Agent()
x = torch.sin(torch.arange(12.0)).reshape(4, 3)
y = x.sum(1, keepdim=True)
for i in range(4):
    agent.limit = 0.2 / (i + 1)
    for step in (agent.update, agent.by_function, agent.accumulated, agent.handed):
        print(i, f"{step(x, y):.6f}", f"{agent.net.weight.sum().item():.6f}")
