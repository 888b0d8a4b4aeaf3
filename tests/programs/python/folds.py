import itertools
import operator
from functools import reduce

import torch

xs = [torch.tensor([1, 2]), torch.tensor([0.5, 1.5]), torch.tensor([2, 2])]
print(reduce(operator.mul, xs).tolist())
print(reduce(operator.add, [x.sum() for x in xs], torch.zeros(1)).tolist())
print(reduce(lambda a, b: a + b, xs).tolist())
print(sum(xs).tolist())
print(operator.mul(torch.arange(3), 0.5).tolist())
print(operator.sub(torch.ones(2), torch.tensor([1, 2])).tolist())
print([x.tolist() for x in itertools.accumulate(xs, operator.add)])
print([x.sum().item() for x in map(operator.mul, xs, xs[::-1])])
