# told: P104
import copy

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.network = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.network.parameters(), 0.1)

    def update(self, x):
        loss = self.network(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
for parameter in agent.network.parameters():
    parameter.data.fill_(0.5)
twin = copy.deepcopy(agent)
x = torch.ones(2, 3)
for _ in range(3):
    print(round(agent.update(x), 4))
print(round(twin.update(x), 4))
