"""A group of parameters that is frozen at first."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(1, 2)
        self.head = nn.Linear(2, 1)
        for p in self.parameters():
            nn.init.constant_(p, 0.5)

    def forward(self, x):
        return self.head(self.body(x))


net = Net()
opt = torch.optim.Adam(
    [{"params": net.body.parameters(), "lr": 0.01}, {"params": net.head.parameters()}], lr=0.1
)
for p in net.body.parameters():
    p.requires_grad = False
for i in range(4):
    if i == 2:
        for p in net.body.parameters():
            p.requires_grad = True
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net.body.weight.sum().item(), net.head.weight.sum().item())
