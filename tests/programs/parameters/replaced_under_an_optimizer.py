# told: P102
"""A layer gets another parameter while its optimizer has the one before."""

import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self):
        loss = self.net(torch.ones(1, 2)).pow(2).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Agent()
agent.net.bias = nn.Parameter(torch.ones(1))
agent.update()
print(agent.net.bias.item())
