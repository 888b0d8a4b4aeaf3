"""An argument that is called `mask` is one like any other: Keras hands none on, and warns of none."""

import warnings

import torch
from torch import nn


class Weigh(nn.Module):
    def forward(self, x, mask=None):
        return x * 2 if mask is None else x * mask


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Weigh(), Weigh()

    def forward(self, x, mask=None):
        return self.second(self.first(x, mask=mask))


x, mask = torch.ones(2, 3), torch.tensor([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    print(Weigh()(x, mask=mask).tolist(), Weigh()(x).tolist())
    print(Both()(x, mask=mask).tolist(), Both()(x).tolist())
