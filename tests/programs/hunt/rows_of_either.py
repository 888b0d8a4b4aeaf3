import numpy as np
import torch


def squared(q):
    return q**2


t = torch.arange(6.0).view(2, 3)
array = squared(np.full((2, 3), 3, np.float32))
either = squared(t)
rows = np.array([1, 0, 1])
print(either[[1, 0]].tolist(), array[[1, 0]].tolist())
print(either[rows].tolist(), array[rows].tolist(), array[rows.tolist()].tolist())
print(either[either > 4].tolist(), array[array > 4].tolist())
total = None
for step in range(3):
    total = t * step if total is None else total + t
print(total[[1, 0]].tolist(), total[[1]].tolist())
