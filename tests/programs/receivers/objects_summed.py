from functools import reduce

import torch


class It:
    def __init__(self, x):
        self.x, self.i = x, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= len(self.x):
            raise StopIteration
        self.i += 1
        return self.x[self.i - 1]


print(sum(It(torch.tensor([1, 2]))).item(), max(It(torch.tensor([1.0, 3.0]))).item())
print(reduce(lambda a, b: a * b, [torch.tensor([1, 2]), 2], 1.5).tolist())
