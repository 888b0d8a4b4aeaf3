import numpy as np
import torch
from agent import Buffer


class Doubles(Buffer):
    def __init__(self, n):
        super().__init__(n)
        self.rewards = np.arange(n) / 2


class Ints(Buffer):
    def __init__(self, n):
        super().__init__(n)
        self.rewards = np.arange(n)


for cls in (Buffer, Doubles, Ints):
    for v in cls(3).advantages():
        print(v.tolist(), v.dtype == torch.float64, v.dtype == torch.int64)
