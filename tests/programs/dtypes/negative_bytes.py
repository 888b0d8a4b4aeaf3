"""Bytes have a negative in torch, in a trace, too."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(1, 1, bias=False)

    def forward(self, x):
        x = x.byte()
        return self.out((-x).float().unsqueeze(1) + x.neg().float().unsqueeze(1))


net = Net()
nn.init.constant_(net.out.weight, 1.0)
optimizer = torch.optim.SGD(net.parameters(), lr=1e-6)
x = torch.tensor([3, 0, 255])
for _ in range(3):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 2))
