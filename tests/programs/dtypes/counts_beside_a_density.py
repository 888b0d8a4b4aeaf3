"""What a distribution of floats or doubles gives, beside whole numbers."""

import torch
from torch.distributions import Normal


def policy(mean, std):
    return Normal(mean, std)


def score(dist, a):
    return dist.log_prob(a) * torch.tensor([2, 3])


def mean_of(dist, n):
    return dist.mean * n + dist.stddev * n


n = torch.tensor([1, 2])
for dtype in (torch.float32, torch.float64):
    d = policy(torch.zeros(2, dtype=dtype), torch.ones(2, dtype=dtype))
    print(score(d, torch.tensor([0.5, 1.0], dtype=dtype)).tolist())
    print(mean_of(d, n).tolist())
    print((d.loc * n).tolist(), (d.scale * n).tolist(), (d.entropy() * n).tolist())
    print((d.cdf(torch.tensor([0.5, 0.1], dtype=dtype)) * n).tolist())
