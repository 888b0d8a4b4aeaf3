"""x.to(y) of what porter does not know, to what it does not know."""

import torch


class Quantity:
    def __init__(self, value):
        self.value = value


def to_device(x, tensor=None, device=None, dtype=None):
    where = device if device is not None else tensor.device
    if x.device != where:
        x = x.to(where)
    if dtype is not None and x.dtype != dtype:
        x = x.to(dtype)
    return x


def both(things, where):
    return [thing.to(where) for thing in things]


def most(kinds):
    return [torch.finfo(kind).max > 1e30 for kind in kinds], [
        torch.finfo(kind).eps for kind in kinds
    ]


def least(dtype):
    return torch.finfo(dtype).min, torch.finfo(dtype).tiny


calls = {"f": to_device, "g": both, "m": most, "l": least}
net = torch.nn.Linear(2, 1)
x = torch.ones(3, 2)
print(calls["f"](x, x, dtype=torch.float64).dtype == torch.float64)
print(tuple(calls["f"](x, device="cpu").shape))
n, y = calls["g"]([net, x], torch.device("cpu"))
print(tuple(n(y).shape), calls["g"]([x], torch.int64)[0].tolist())
print(calls["m"]([torch.float32, torch.float64]), calls["l"](torch.float32), calls["l"](x.dtype))
leaf = torch.ones(2, requires_grad=True)
print(calls["f"](leaf, leaf).tolist())
