import torch
import torch.nn as nn


def run():
    l = nn.Linear(2, 1)
    nn.init.orthogonal_(l.weight, 1.0)
    return float((l.weight * l.weight).sum())


print(round(run(), 4))
x = torch.tensor([1.0, 2.0])
print(torch.arange(6.0).reshape(3, 2).tolist(), torch.combinations(x).tolist())
import functools

import numpy as np

print(np.ones(2).sum(), functools.reduce(lambda a, b: a + b, [1, 2]))
