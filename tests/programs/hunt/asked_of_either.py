import numpy as np
import torch


def helper7(q):
    return q.reshape(3, 2).T


def helper20(q):
    return q.max(1)[0].sum() + q if hasattr(q, "numel") else q


t1 = torch.arange(6.0).view(2, 3) * 1.5
a3 = np.full((2, 3), 3, np.float32)
t8 = helper7(t1)
a9 = helper7(a3)
t21 = helper20(t1)
a22 = helper20(a9)
print(float(a22.sum()))
