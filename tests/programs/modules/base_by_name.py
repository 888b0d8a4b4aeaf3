"""Constructors of nn.Module that are called by its name."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, size: int):
        """Initialize."""
        nn.Module.__init__(self)
        self.layer = nn.Linear(3, size)
        nn.init.constant_(self.layer.weight, 0.5)
        nn.init.zeros_(self.layer.bias)

    def forward(self, x):
        return self.layer(x)


class Named:
    def __init__(self, name):
        self.name = name


class Both(Named, nn.Module):
    def __init__(self, name):
        nn.Module.__init__(self)
        Named.__init__(self, name)
        self.layer = nn.Linear(2, 1)
        nn.init.constant_(self.layer.weight, 0.25)
        nn.init.zeros_(self.layer.bias)

    def forward(self, x):
        return self.layer(x)


print(Net(2)(torch.ones(1, 3)).tolist())
both = Both("b")
print(both.name, both(torch.ones(1, 2)).tolist())
