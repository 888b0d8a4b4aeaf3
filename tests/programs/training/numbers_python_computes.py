"""Numbers of schedules that calls of Python compute beside an update."""

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
        c = 0.5 * t
        loss = (self.net(x) ** 2).mean() * math.exp(-c)
        loss = loss + max(c, 0.3) * self.net(x).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def anneal(self, x):
        self.eps = self.eps * 0.9
        weight = max(0.2, self.eps)
        loss = weight * (self.net(x) ** 2).mean() + pow(self.eps, 2) * self.net(x).mean()
        self.steps += 1
        loss = loss * min(1.0, self.steps / 3)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def counted(self, xs):
        for k, x in enumerate(xs):
            loss = (self.net(x) ** 2).mean() * pow(0.9, k) / math.sqrt(k + 1)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()

    def sized(self, x):
        n = x.shape[0]
        loss = (self.net(x) ** 2).sum() / math.sqrt(n) + max(n, 3) * self.net(x).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent(net)
x = torch.cos(torch.arange(12, dtype=torch.float32)).reshape(4, 3)
for t in range(4):
    print(round(agent.update(x, t), 4), round(agent.anneal(x), 4))
    print(round(agent.counted([x, x + 1, x + 2]), 4), round(agent.sized(x[: t + 1]), 4))
