"""Variable as a class is that of all tensors; a layer may have no inputs."""

import torch
from torch.autograd import Variable
from torch.autograd import Variable as V
import torch.nn as nn


def np_ify(x):
    if isinstance(x, V):
        return x.detach().numpy()
    return x


def repackage(h):
    if isinstance(h, Variable):
        return h.detach()
    return tuple(repackage(v) for v in h)


def old(h):
    return type(h) == Variable


print(
    np_ify(torch.ones(2)).sum(), np_ify([1.0, 2.0]), len(repackage((torch.ones(1), torch.zeros(2))))
)
print(
    isinstance(nn.Linear(1, 1).weight, Variable),
    isinstance(3, torch.autograd.Variable),
    old(torch.ones(1)),
    isinstance(torch.ones(1), (Variable, float)),
)


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Linear(3, n)
        self.b = nn.Linear(n, 2)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


print(Net(0)(torch.ones(1, 3)).shape[1])
