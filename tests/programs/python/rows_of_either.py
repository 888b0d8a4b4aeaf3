import torch
from torch import nn


def total(xs):
    s = 0.0
    for x in xs:
        s = s + x.sum().item()
    return s


p = nn.Parameter(torch.ones(2, 3))
print(total(p), total(torch.ones(4, 2)))
