"""A head that a method replaces while the rest is frozen."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 3)
        self.head = nn.Linear(3, 1)
        self.fill()

    def fill(self):
        for p in self.parameters():
            nn.init.constant_(p, 0.3)

    def new_head(self, n):
        self.head = nn.Linear(3, n)
        self.fill()

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


net = Net()
for task in range(2):
    if task:
        net.new_head(2)
        for p in net.body.parameters():
            p.requires_grad = False
    opt = torch.optim.Adam(net.parameters(), lr=0.1)
    for i in range(3):
        loss = (net(torch.ones(1, 2)) - 1).pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(
            loss.item(),
            net.body.weight.sum().item(),
            net.head.weight.sum().item(),
            len(list(net.parameters())),
        )
