"""Networks that are saved whole: what is loaded has their weights, their mode and their settings."""

import os
import pickle
import tempfile

import torch
from torch import nn


class Inner(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.layer = nn.Linear(inputs, 4)
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        return torch.tanh(self.norm(self.layer(x)))


class Policy(nn.Module):
    def __init__(self, inputs, bias=0.5):
        super().__init__()
        self.inner = Inner(inputs)
        self.head = nn.Sequential(nn.Linear(4, 3), nn.Tanh())
        self.log_std = nn.Parameter(torch.zeros(3) + bias)
        self.gain = 1.0

    def forward(self, x):
        return self.head(self.inner(x)) * self.log_std.exp() * self.gain


class Agent:
    def __init__(self, path=None):
        self.net = Policy(2, bias=0.1)
        for i, p in enumerate(self.net.parameters()):
            p.data.copy_(torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))
        self.steps = 0
        if path is not None:
            self.net, self.steps = pickle.load(open(path, "rb"))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, states):
        loss = self.net(states).pow(2).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        return loss.item()

    def save(self, path):
        pickle.dump((self.net, self.steps), open(path, "wb"))


folder = tempfile.mkdtemp()
states = torch.linspace(-1.0, 2.0, 10).view(5, 2)
agent = Agent()
print(agent.update(states), agent.update(states))
agent.net.gain = 0.5
agent.net.eval()
agent.save(os.path.join(folder, "agent.p"))
print(agent.net(states).sum().item())
again = Agent(os.path.join(folder, "agent.p"))
print(again.net(states).sum().item(), again.steps, again.net.gain)
again.net.train()
print(again.update(states), again.update(states))
print(agent.net(states).sum().item())
torch.save(agent.net, os.path.join(folder, "net.pt"))
torch.save({"net": again.net, "steps": 3}, os.path.join(folder, "all.pt"))
net = torch.load(os.path.join(folder, "net.pt"), weights_only=False)
print(net(states).sum().item(), [p.sum().item() for p in net.parameters()])
kept = torch.load(os.path.join(folder, "all.pt"), weights_only=False)
again.net.head[0].weight.data.fill_(0.0)
print(kept["steps"], kept["net"].gain, kept["net"].head[0].weight.sum().item())
