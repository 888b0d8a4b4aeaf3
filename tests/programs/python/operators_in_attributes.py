"""Functions of `operator` that objects keep: they promote, and their places are assigned to."""

import operator

import torch


class Pair:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b
        [self.again, *self.rest] = op, a, b

    def compute(self):
        return self.op(self.a, self.b).tolist(), self.again(*self.rest).tolist()


whole, real = torch.tensor([1, 2]), torch.tensor([0.5, 1.5])
for op in (operator.add, operator.mul):
    print(Pair(op, whole, real).compute())
for one in [Pair(operator.sub, real, whole), Pair(operator.add, whole, whole)]:
    print(one.compute())


class Total:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b
        for self.last, self.x in ((op, a), (op, b)):
            pass

    def compute(self):
        return self.op(self.a, self.b).tolist(), self.last(self.x, self.a).tolist()


print(Total(operator.add, whole, real).compute())
