import numpy as np
import torch


def clipped(q):
    return q.clip(-1, 1)


array = clipped(np.zeros((2, 3)))
t = clipped(torch.arange(6.0).view(2, 3))
try:
    found = t @ t
except RuntimeError:
    found = t * 3
total = 0
for step in range(3):
    total = t * step if total is None else total + t
try:
    row = total[5]
except (RuntimeError, IndexError):
    row = total * 2
print(float(found.sum()), float(row.sum()))
