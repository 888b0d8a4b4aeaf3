"""Weights that layers of the program's own compute, trained."""

import torch
import torch.nn.utils.parametrize as parametrize
from torch import nn


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, X):
        return X * self.scale

    def right_inverse(self, W):
        return W / self.scale


layer, other = nn.Linear(3, 3), nn.Linear(3, 2)
with torch.no_grad():
    layer.weight.copy_(torch.arange(9.0).reshape(3, 3) / 9)
    layer.bias.zero_()
    other.weight.copy_(torch.arange(6.0).reshape(2, 3) / 6)
    other.bias.fill_(0.5)
parametrize.register_parametrization(layer, "weight", Symmetric())
parametrize.register_parametrization(other, "weight", Scaled())
net = nn.Sequential(layer, nn.Tanh(), other)
print([name for name, _ in net.named_parameters()])
print(parametrize.is_parametrized(layer), parametrize.is_parametrized(net[1]))
print([[round(v, 5) for v in row] for row in layer.weight.tolist()])
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for _ in range(3):
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
parametrize.remove_parametrizations(other, "weight")
print([name for name, _ in net.named_parameters()])
print([round(v, 4) for v in net(x).flatten().tolist()])
