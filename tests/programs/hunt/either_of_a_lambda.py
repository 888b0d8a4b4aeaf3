# told: P103
import numpy as np
import torch


def filled(q):
    q[0] = 1.5
    return q + 0


t = torch.arange(6.0).view(2, 3)
inner = lambda q: q * t.mean() + 2
print(float(filled(inner(t)).sum()))
print(float(filled(np.zeros((2, 3))).sum()))
