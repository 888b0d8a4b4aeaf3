"""A function that copies unless it is told not to, which nobody does: its tensors share nothing."""

import numpy as np
import torch


class Buffer:
    def __init__(self, size):
        self.rows = np.zeros((size, 2), dtype=np.float32)
        self.at = 0

    def add(self, row):
        self.rows[self.at] = row
        self.at += 1

    def to_torch(self, array: np.ndarray, copy: bool = True) -> torch.Tensor:
        if copy:
            return torch.tensor(array)
        return torch.as_tensor(array)

    def all(self):
        return self.to_torch(self.rows)

    def parts(self):
        return tuple(map(self.to_torch, (self.rows, self.rows * 2)))


buffer = Buffer(3)
buffer.add(np.array([1.0, 2.0]))
before = buffer.all()
first, second = buffer.parts()
buffer.add(np.array([3.0, 4.0]))
print(before.sum().item(), buffer.all().sum().item())
print(first.sum().item(), second.sum().item())
