"""The layer of an agent's network is frozen where the agent is used."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


class Agent:
    def __init__(self):
        self.net = Net()
        self.target = Net()
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


agent = Agent()
fill(agent.net, 0.5)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for k in range(4):
    print(agent.update(x, x[:, :2]))
    if k == 1:
        agent.net.body.requires_grad_(False)
    for name, p in agent.target.named_parameters():
        p.requires_grad_("head" in name)
print([round(p.sum().item(), 4) for p in agent.net.parameters()])
