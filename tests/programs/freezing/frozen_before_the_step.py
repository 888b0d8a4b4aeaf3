"""Parameters that are frozen between the loss and its gradient: the host stops what the step moves."""

import torch
import torch.nn as nn

net = nn.Linear(3, 1)
for p in net.parameters():
    p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32) + 1).reshape(p.shape))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.cos(torch.arange(12, dtype=torch.float32)).reshape(4, 3)


def show():
    print([[round(v, 4) for v in p.flatten().tolist()] for p in net.parameters()])


class Agent:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)

    def update(self, x):
        loss = self.net(x).pow(2).mean()
        self.net.bias.requires_grad = False
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent(net)
net.bias.requires_grad = True
for _ in range(2):
    print(round(agent.update(x), 4))
    show()
