"""A layer's mode is set as an attribute, by several ways."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(torch.tanh(self.norm(self.body(x))))


class Agent:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return round(loss.item(), 4)


def fill(network, value):
    for i, p in enumerate(network.parameters()):
        numbers = torch.linspace(-value, value * (1 + i % 2), p.numel())
        p.data.copy_(numbers.reshape(p.shape))


agent = Agent(Net())
fill(agent.net, 0.5)
x = torch.linspace(-1, 2, 12).reshape(4, 3)
for k in range(5):
    print(agent.update(x * (k + 1), x[:, :2]))
    if k == 1:
        agent.net.norm.training = False
    if k == 2:
        setattr(agent.net.norm, "training", True)
    if k == 3:
        for m in agent.net.modules():
            m.training = False
print([round(p.sum().item(), 4) for p in agent.net.parameters()])
