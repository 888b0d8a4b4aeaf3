import torch
import torch.nn as nn


class Net(nn.Module):
    made = {}

    def __init__(self, k=1):
        super().__init__()
        self.k = k

    @classmethod
    def build(cls, name, **options):
        return cls.made[name](**options)

    @classmethod
    def variables(cls):
        return sorted(cls.made)

    def forward(self, x):
        return x * self.k


class Twice(Net):
    def forward(self, x):
        return super().forward(x) * 2


Net.made.update(a=Net, b=Twice)
for name in Net.variables():
    print(Net.build(name, k=3)(torch.ones(2)).tolist(), Twice.build("b")(torch.ones(1)).tolist())
