"""A field whose annotation names a class in quotes, which stands below."""

from typing import Optional

import torch
from torch import nn


class Base:
    squash: Optional["Tanh"]
    scale: "torch.Tensor"

    def __init__(self, squashed: bool):
        self.scale = torch.ones(1) * 2
        if squashed:
            self.squash = Tanh(1e-6)
        else:
            self.squash = None

    def mode(self, x: "torch.Tensor") -> "torch.Tensor":
        if self.squash is not None:
            return self.squash.forward(x)
        return x * self.scale


class Tanh:
    def __init__(self, epsilon: float):
        self.epsilon = epsilon

    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(x)


class Net(nn.Module):
    def forward(self, x):
        return x + 1


for squashed in (True, False):
    print([round(v, 5) for v in Base(squashed).mode(Net()(torch.arange(3.0))).tolist()])
