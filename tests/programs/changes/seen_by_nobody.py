import numpy as np
import torch


def raised(q):
    q = q * 2
    q += 1
    return q


def scaled(q):
    q *= 3
    return q


x, a = torch.arange(6.0).view(2, 3), np.full((2, 3), 2.0, np.float32)
print(float(raised(a).sum()), float(a.sum()))
print(float(raised(x).sum()), float(x.sum()))
print(float(scaled(a * 1).sum()), float(scaled(x * 1).sum()))
