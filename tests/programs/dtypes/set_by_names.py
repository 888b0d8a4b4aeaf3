import numpy as np
import torch


class Agent:
    def __init__(self, **options):
        self.scale = torch.ones(2)
        self.rate = 0.1
        for name, value in options.items():
            setattr(self, name, value)

    def value(self, x):
        return x * self.scale + self.rate


x = torch.tensor([1, 2])
for options in ({}, {"scale": torch.tensor([3, 4])}, {"scale": torch.ones(2, dtype=torch.float64), "rate": 1}, {"scale": torch.tensor([3, 4]), "rate": 2}):
    y = Agent(**options).value(x)
    print(y.tolist(), y.dtype == torch.int64, y.dtype == torch.float64)
