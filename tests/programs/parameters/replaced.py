"""A parameter that is replaced, with its optimizer."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return (self.w * x).sum()


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(4):
    if i == 2:
        net.w = nn.Parameter(torch.full((2,), 5.0))
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
    loss = (net(torch.tensor([1.0, 2.0])) - 1) ** 2
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net.w.tolist())
