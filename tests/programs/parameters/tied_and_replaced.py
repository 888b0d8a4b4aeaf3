# told: P102
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3, bias=False)
        self.b = nn.Linear(3, 3, bias=False)
        self.b.weight = self.a.weight

    def forward(self, x):
        return self.b(self.a(x))


net = Net()
nn.init.constant_(net.a.weight, 0.5)
x = torch.ones(2, 3)
print(net(x).sum().item())
net.b.weight = nn.Parameter(torch.full((3, 3), 2.0))
print(net(x).sum().item(), net.a.weight.sum().item())
