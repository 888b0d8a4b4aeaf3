import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 1)
        self.b = nn.Linear(3, 1)
        self.head = self.a
        fill(self)
        nn.init.constant_(self.b.weight, 2.0)

    def forward(self, x):
        return self.head(x)


net = Net()
for i in range(3):
    print(net(X()).tolist())
    net.head = net.b if i % 2 == 0 else net.a
