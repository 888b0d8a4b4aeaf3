# told: P102
import torch


def pair(x):
    return [x, x * 2] + []


def rows(x):
    return tuple(x)


x = torch.zeros(2)
a, b = pair(x)
a += 1.0
print(x.tolist(), b.tolist())
m = torch.zeros(2, 2)
r, s = rows(m)
r += 1.0
print(m.tolist())
