"""Functions of torch in lists that another function changes."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        for p in self.net.parameters():
            nn.init.constant_(p, 0.3)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.losses = [F.mse_loss]
        self.acts = [torch.tanh, torch.sigmoid]

    def update(self, x, y):
        q = self.acts[0](self.net(x))
        loss = self.losses[0](q, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])
y = torch.ones(2, 1) * 3
print(round(agent.update(x, y), 4))
agent.losses[0] = F.l1_loss
print(round(agent.update(x, y), 4))
agent.acts[0] = torch.relu
print(round(agent.update(x, y), 4))
agent.acts.reverse()
print(round(agent.update(x, y), 4))
