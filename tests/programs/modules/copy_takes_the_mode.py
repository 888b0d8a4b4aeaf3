"""A target network that evaluates becomes a copy of one that trains: the copy trains, too."""

import copy

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        return self.norm(self.fc(x)).sum(1)


class Agent:
    def __init__(self):
        self.net, self.target = Net(), Net()
        for p in [*self.net.parameters(), *self.target.parameters()]:
            p.data.copy_(torch.linspace(-0.5, 1.0, p.numel()).reshape(p.shape))
        self.target.eval()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.steps = 0

    def update(self, x):
        self.net.train()
        with torch.no_grad():
            y = self.target(x * 0.5)
        loss = (self.net(x) - y - 1).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        if self.steps == 2:
            self.target = copy.deepcopy(self.net)
        return loss.item()

    def value(self, x):
        self.net.eval()
        return self.net(x).sum().item()


agent = Agent()
x = torch.tensor([[0.1, 0.5, -0.3], [1.0, 0.2, 0.4], [-0.7, 0.9, 0.3], [0.2, -0.8, 0.6]])
for _ in range(4):
    print(round(agent.update(x), 4), round(agent.value(x), 4))
