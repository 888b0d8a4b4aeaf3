"""The port makes nn.Tanh by a function: its heirs inherit from a class that calls it."""

import torch
from torch import nn


class Twice(nn.Tanh):
    def forward(self, x):
        return super().forward(x) * 2


print(Twice()(torch.ones(2)).sum().item())
