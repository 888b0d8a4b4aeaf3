import torch
from torch import nn


def buffers(x: torch.Tensor, rows, steps):
    noise = torch.FloatTensor(x.shape).uniform_(-1, 1)
    part = torch.Tensor(x.size()[1:])
    weights = nn.Parameter(torch.FloatTensor(rows, 3))
    data = torch.FloatTensor((rows, 3))
    counts = torch.arange(steps)
    return noise, part, weights, data, counts
