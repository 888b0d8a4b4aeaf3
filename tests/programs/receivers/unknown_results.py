import torch


class P:
    def __init__(self):
        self._w = torch.tensor([1.0, 2.0])

    @property
    def w(self):
        return self._w

    def __call__(self, x):
        return x * self._w


from functools import partial


def scale(k, x):
    return x * k


p = P()
print(p.w.mean().item(), p(torch.ones(2)).sum().item())
h = partial(scale, 2.0)
print(h(torch.ones(2)).sum().item())
try:
    t = torch.ones(3)
except ValueError:
    t = None
print(t.sum().item())


def f(log_std, mean):
    std = log_std.exp()
    return mean + std * torch.ones_like(std)


print(f(torch.zeros(2), torch.ones(2)).tolist())
F = {"f": f}
print(F["f"](torch.zeros(2), torch.ones(2)).tolist())
