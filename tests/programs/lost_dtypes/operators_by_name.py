"""A function of the module operator, by a name that only the program knows."""

import operator

import torch


def apply(name, x, y):
    return getattr(operator, name)(x, y)


w = torch.tensor([1, 2, 3])
v = torch.tensor([0.5, 1.5, 2.5])
for name in ("add", "mul", "sub", "truediv"):
    print(apply(name, w, v).tolist())
    print(apply(name, v, v.double()).tolist())
    print(apply(name, w, 2.5).tolist())
print(getattr(operator, "mul")(w, v).tolist())
print(getattr(operator, "getitem")(v, 1).item(), getattr(operator, "neg")(v).tolist())
