"""Numbers that Python computes in a no_grad block, a branch, a loop over parameters, a guard."""

import math

import torch
import torch.nn as nn

net = nn.Linear(3, 1)
for p in net.parameters():
    p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32)).reshape(p.shape))


class Agent:
    def __init__(self, net):
        self.net, self.steps, self.eps = net, 0, 1.0
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def update(self, x, t):
        with torch.no_grad():
            c = 0.5 * self.steps
            target = math.exp(-c) * self.net(x)
        loss = ((self.net(x) - target) ** 2).mean() * 0.9**self.steps
        self.steps += 1
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def branch(self, x, t, flag):
        y = self.net(x)
        if flag:
            c = 0.5 * t
            loss = (y**2).mean() * max(c, 0.1)
        else:
            loss = (y**2).mean() * math.exp(-t)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def layers(self, x, t):
        loss = 0.0
        for p in self.net.parameters():
            k = 0.1 * t
            loss = loss + p.pow(2).sum() * math.exp(-k)
        loss = loss + self.net(x).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def guarded(self, x, t):
        scale = (self.net(x) ** 2).mean() * (math.log(self.steps) if self.steps > 0 else 2.0)
        self.optimizer.zero_grad()
        scale.backward()
        self.optimizer.step()
        return scale.item()

    def only_then(self, x, t):
        y = self.net(x)
        if self.steps > 1:
            loss = (y**2).mean() * math.log(self.steps - 1)
        else:
            loss = y.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        return loss.item()


agent = Agent(net)
x = torch.cos(torch.arange(12, dtype=torch.float32)).reshape(4, 3)
for t in range(4):
    print(round(agent.guarded(x, t), 4), round(agent.only_then(x, t), 4))
    print(
        round(agent.update(x, t), 4),
        round(agent.branch(x, t, t % 2), 4),
        round(agent.layers(x, t), 4),
    )
