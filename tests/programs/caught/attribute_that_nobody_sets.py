"""What reads an attribute that nothing sets stops the update before its step."""

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.n = 0

    def update(self, x):
        loss = self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.n += 1
        print(self.n, self.missing)
        self.opt.step()
        return round(loss.item(), 4)


agent = Agent()
for k in range(3):
    try:
        print(agent.update(torch.ones(3, 2)))
    except AttributeError:
        print("none", agent.n)
print(round(agent.net.weight.sum().item(), 4))
