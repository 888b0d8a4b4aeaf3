"""Heirs of layers, optimizers and distributions give their base what the blocks do not have."""

import torch
import torch.nn as nn
from torch import distributions as pyd
from torch.distributions.utils import _standard_normal


class MyLinear(nn.Linear):
    def __init__(self, i, o):
        super().__init__(i, o, bias=False, device="cpu")
        nn.init.constant_(self.weight, 0.5)


class Deep(MyLinear):
    def __init__(self, i, device):
        super().__init__(i, 1)
        self.place = device


class Deeper(Deep):
    def __init__(self, i):
        super().__init__(i, device="cpu")


class MyConv(nn.Conv2d):
    def __init__(self, i, o):
        super(MyConv, self).__init__(i, o, 3, padding=1, device="cpu")
        nn.init.constant_(self.weight, 0.5)
        nn.init.zeros_(self.bias)


class MyOpt(torch.optim.Adam):
    def __init__(self, params, lr):
        super().__init__(params, lr=lr, foreach=False)


class TruncatedNormal(pyd.Normal):
    def __init__(self, loc, scale, low=-1.0, high=1.0, eps=1e-6):
        super().__init__(loc, scale, validate_args=False)
        self.low = low
        self.high = high
        self.eps = eps

    def _clamp(self, x):
        clamped_x = torch.clamp(x, self.low + self.eps, self.high - self.eps)
        x = x - x.detach() + clamped_x.detach()
        return x

    def sample(self, clip=None, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
        eps *= self.scale
        if clip is not None:
            eps = torch.clamp(eps, -clip, clip)
        x = self.loc + eps
        return self._clamp(x)


print(MyLinear(2, 1)(torch.ones(1, 2)).item(), MyConv(1, 1)(torch.ones(1, 1, 3, 3)).sum().item())
l = MyLinear(2, 1)
o = MyOpt(l.parameters(), 0.1)
loss = l(torch.ones(1, 2)).sum()
o.zero_grad()
loss.backward()
o.step()
print(l.weight.sum().item())
d = TruncatedNormal(torch.zeros(3, 2), torch.ones(3, 2))
print(
    d.sample(clip=0.3).abs().max().item() <= 0.301,
    d.log_prob(torch.ones(3, 2)).sum().item(),
    d.sample().shape[0],
    d.mean.sum().item(),
)
print(Deeper(2)(torch.ones(1, 2)).item(), Deeper(2).place)
