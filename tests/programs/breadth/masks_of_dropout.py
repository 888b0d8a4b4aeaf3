"""bernoulli_(p) draws with p, whatever is in the tensor: the masks of locked dropout."""

import torch
from torch import nn


class LockedDropout(nn.Module):
    def forward(self, x, dropout=0.5):
        if not self.training or not dropout:
            return x
        m = x.data.new(1, x.size(1), x.size(2)).bernoulli_(1 - dropout)
        return m.expand_as(x) * x / max(1 - dropout, 1.0)


x = torch.linspace(-1, 1, 24).reshape(3, 2, 4)
print(LockedDropout()(x, dropout=1.0).abs().max().item())
print(LockedDropout().eval()(x, 0.5).abs().sum().item() > 1)
ones = torch.full((2, 3), 7.0).bernoulli_(1)
print(ones.tolist(), torch.full((3,), 5).bernoulli_(0.0).tolist())
drawn = torch.ones(4000).bernoulli_()
print(abs(drawn.mean().item() - 0.5) < 0.05, sorted(set(drawn.tolist())))
print(torch.bernoulli(torch.full((2,), 9.0), 1.0).tolist(), x[0, 0].bernoulli(0.0).tolist())
