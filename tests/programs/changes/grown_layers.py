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
        self.layers = nn.ModuleList([nn.Linear(3, 3)])
        self.head = nn.Linear(3, 1)
        self.depth = 1
        fill(self)

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.head(x)

    def grow(self):
        self.layers.append(fill(nn.Linear(3, 3), 0.5))


net = Net()
print(net(X()).tolist())
net.grow()
print(net(X()).tolist(), len(list(net.parameters())))
