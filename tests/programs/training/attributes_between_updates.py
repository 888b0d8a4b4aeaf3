"""Attributes of an agent that is a module are set between its updates, also by a property."""

import torch
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 2)
        for p in self.parameters():
            p.data.fill_(0.1)
        self.temp = torch.ones(1)
        self.count = 0
        self.last = None
        self.a_opt = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.c_opt = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def weighted(self, x):
        return self.critic(x) * self.temp

    @property
    def mean(self):
        return self._mean

    @mean.setter
    def mean(self, value):
        self._mean = value + self.critic.weight.detach().sum()

    def update(self, x):
        a_loss = (self.actor(x) ** 2).mean()
        self.a_opt.zero_grad()
        a_loss.backward()
        self.a_opt.step()
        self.count = self.count + 1
        self.last = a_loss.detach()
        self.mean = a_loss.detach() * self.count
        c_loss = ((self.critic(x) - 0.3) ** 2).mean()
        self.c_opt.zero_grad()
        c_loss.backward()
        self.c_opt.step()
        return a_loss.item(), c_loss.item(), self.mean.item(), self.count

    def other(self, x):
        a_loss = (self.actor(x) - 1).pow(2).mean()
        self.a_opt.zero_grad()
        a_loss.backward()
        self.a_opt.step()
        self.temp = a_loss.detach().reshape(1)
        c_loss = (self.weighted(x) - 0.5).pow(2).mean()
        self.c_opt.zero_grad()
        c_loss.backward()
        self.c_opt.step()
        return a_loss.item(), c_loss.item()


agent = Agent()
x = torch.arange(12.0).reshape(4, 3) / 10
for k in range(4):
    print("%.4f %.4f %.4f %d" % agent.update(x), "%.4f %.4f" % agent.other(x))
print("%.4f" % agent.temp.item())
