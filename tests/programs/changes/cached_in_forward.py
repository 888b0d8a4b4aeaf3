from functools import cached_property

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 1)
        nn.init.constant_(self.l.weight, 0.3)
        nn.init.constant_(self.l.bias, 0.1)

    @cached_property
    def scale(self):
        return torch.full((1,), 2.0) * 3

    @property
    def both(self):
        return self.l.weight.sum()

    def forward(self, x):
        return self.l(x) * self.scale + self.both


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(3):
    loss = net(torch.ones(2, 2)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
print(net.scale.tolist())
