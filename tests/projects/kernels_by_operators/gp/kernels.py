import math
from numbers import Number

import torch
from torch import nn


def inv_softplus(v):
    return math.log(math.expm1(v))


class Kernel(nn.Module):
    def positive(self, name, value):
        setattr(
            self,
            f"raw_{name}",
            nn.Parameter(torch.tensor(inv_softplus(value), dtype=torch.float64)),
        )

    def get(self, name):
        return nn.functional.softplus(getattr(self, f"raw_{name}"))

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Scale(self, other) if isinstance(other, Number) else Product(self, other)

    __rmul__ = __mul__

    def diag(self, a):
        return self(a, a).diagonal()

    def __repr__(self):
        return type(self).__name__


class RBF(Kernel):
    def __init__(self, length):
        super().__init__()
        self.positive("length", length)

    def forward(self, a, b):
        d = (a.unsqueeze(1) - b.unsqueeze(0)).pow(2).sum(-1)
        return torch.exp(-0.5 * d / self.get("length") ** 2)


class Periodic(Kernel):
    def __init__(self, length, period):
        super().__init__()
        self.positive("length", length)
        self.period = period

    def forward(self, a, b):
        d = (a[:, None, 0] - b[None, :, 0]).abs()
        return torch.exp(
            -2 * torch.sin(math.pi * d / self.period).square() / self.get("length").square()
        )


class Linear(Kernel):
    def __init__(self, var):
        super().__init__()
        self.positive("var", var)

    def forward(self, a, b):
        return self.get("var") * a @ b.T


class White(Kernel):
    def __init__(self, noise):
        super().__init__()
        self.positive("noise", noise)

    def forward(self, a, b):
        if a is b:
            return self.get("noise") * torch.eye(len(a), dtype=a.dtype)
        return torch.zeros(a.shape[0], b.shape[0], dtype=a.dtype)


class Scale(Kernel):
    def __init__(self, k, s):
        super().__init__()
        self.k = k
        self.positive("s", s)

    def forward(self, a, b):
        return self.get("s") * self.k(a, b)

    def __repr__(self):
        return f"s*{self.k!r}"


class _Pair(Kernel):
    sign = "?"

    def __init__(self, l, r):
        super().__init__()
        self.l, self.r = l, r

    def __repr__(self):
        return f"({self.l!r}{self.sign}{self.r!r})"


class Sum(_Pair):
    sign = "+"

    def forward(self, a, b):
        return self.l(a, b) + self.r(a, b)


class Product(_Pair):
    sign = "*"

    def forward(self, a, b):
        return self.l(a, b) * self.r(a, b)
