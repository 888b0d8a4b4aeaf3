# told: P102 P103
import numpy as np
import torch


def doubled(q):
    return q * 2 + 1


def filled(q):
    q[0] = 1.5
    return q + 0


array = doubled(np.zeros((2, 3)))
t = doubled(torch.arange(6.0).view(2, 3))
t[0] = 4.0
t[0].add_(1)
other = t
t += 1
print(float(filled(np.zeros((2, 3))).sum()), float(filled(t * 1).sum()), float(other.sum()))
