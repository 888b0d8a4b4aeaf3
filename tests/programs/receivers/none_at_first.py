import torch


def ema(values, beta):
    s = None
    for v in values:
        if s is None:
            s = v
        else:
            s = beta * s + (1 - beta) * v
    return s


print(float(ema([1, 2, 3], 0.5)), ema(torch.tensor([1, 2, 3]), 0.5).item())


class R:
    def __init__(self):
        self.m = None

    def add(self, x):
        self.m = x if self.m is None else 0.9 * self.m + 0.1 * x
        return self.m


r = R()
r.add(torch.tensor([1, 2]))
print(r.add(torch.tensor([2, 3])).tolist())
