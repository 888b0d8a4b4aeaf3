import torch
from torch.distributions import Normal


def logp(mean, std, x):
    return Normal(mean, std).log_prob(x).sum(-1)


m = torch.zeros(2, 3, dtype=torch.float64)
s = torch.ones(3)
print(logp(m, s, torch.ones(2, 3)).sum().item())
print(logp(m.float(), s, torch.ones(2, 3)).sum().item())
