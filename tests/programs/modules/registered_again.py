# told: P102
"""A buffer is registered again, from outside of the network: a graph would go on with the old."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.body = nn.Linear(3, 2)

    def forward(self, x):
        return self.body(x - self.mean)


net = Net()
nn.init.constant_(net.body.weight, 0.5)
nn.init.constant_(net.body.bias, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for k in range(4):
    loss = F.mse_loss(net(x), x[:, :2])
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
    if k == 1:
        net.register_buffer("mean", torch.ones(3))
