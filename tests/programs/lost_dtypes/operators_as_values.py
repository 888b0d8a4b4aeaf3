"""Functions of the module operator that go out of sight, and those that are asked for by name."""

import operator
from functools import reduce

import torch

ops = {"add": operator.add, "mul": operator.mul}
w = torch.tensor([1, 2, 3])
v = torch.tensor([0.5, 1.5, 2.5])


def apply(f, x, y):
    return f(x, y)


print(
    ops["add"](w, v).tolist(), apply(operator.add, w, v).tolist(), apply(ops["mul"], v, w).tolist()
)
print(reduce(operator.mul, [w, v, v.double()]).tolist())
print([x.tolist() for x in map(operator.add, [w, v], [v, w])])
print(getattr(operator, "add")(w, v).tolist())
