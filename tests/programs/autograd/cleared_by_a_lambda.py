import torch
from torch import nn


def train():
    net = nn.Linear(2, 1)
    nn.init.constant_(net.weight, 0.5)
    nn.init.zeros_(net.bias)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    clear = lambda: opt.zero_grad()
    for i in range(3):
        loss = (net(torch.ones(4, 2)) ** 2).mean()
        clear()
        loss.backward()
        opt.step()
    print(net.weight.tolist())


train()
