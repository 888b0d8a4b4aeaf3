# told: P102
import numpy as np
import torch


def raised(q):
    q += 1
    return q * 1


x, a = torch.arange(6.0).view(2, 3), np.full((2, 3), 2.0, np.float32)
print(float(raised(a).sum()), float(a.sum()))
print(float(raised(x).sum()), float(x.sum()))
