# told: P103
"""What an object hands on to the network that it holds has torch's names, Keras's has others."""

import torch
from torch import nn


class Averaged:
    def __init__(self, model):
        self.module = model

    def __getattr__(self, name):
        return getattr(self.__dict__["module"], name)


class Twice(Averaged):
    def twice(self):
        return self.out_features * 2


net = nn.Linear(2, 1)
averaged = Twice(net)
print({k: tuple(v.shape) for k, v in averaged.state_dict().items()}, averaged.twice())
