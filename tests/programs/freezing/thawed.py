"""Frozen by a method, thawed and frozen again while it is trained."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(1, 2)
        self.head = nn.Linear(2, 1)

    def freeze(self):
        for p in self.body.parameters():
            p.requires_grad = False

    def unfreeze(self):
        for p in self.body.parameters():
            p.requires_grad = True

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


net = Net()
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.5)
opt = torch.optim.Adam(net.parameters(), lr=0.1, weight_decay=0.01)
net.freeze()
for epoch in range(6):
    if epoch == 2:
        net.unfreeze()
    if epoch == 4:
        net.freeze()
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net.body.weight.sum().item(), net.head.weight.sum().item())
