import torch


def patch(model, old):
    first = model.forward
    model.forward = lambda x: first(x) * 2
    model.training = False
    if hasattr(old, "forward"):
        old.forward += 1
    return model.forward(torch.ones(2))


class Toy:
    forward = 3

    def __init__(self):
        self.x = 1


class Model:
    def forward(self, x):
        return x + 1


import json
REG = {}


def register(f):
    REG[f.__name__] = f
    return f


register(patch)
t = Toy()
print(REG["patch"](Model(), t).tolist(), t.forward)
