import torch
import torch.nn as nn
import torch.nn.functional as F

from .registry import register


class Base(nn.Module):
    def reset(self, scale=0.3):
        for i, p in enumerate(self.parameters()):
            with torch.no_grad():
                p.copy_(torch.linspace(-scale, scale, p.numel()).reshape(p.shape) + 0.01 * i)
        return self


@register("net", "q")
class QNet(Base):
    def __init__(self, obs, act, n=2, hidden=5):
        super().__init__()
        self.qs = nn.ModuleList(
            [
                nn.Sequential(nn.Linear(obs + act, hidden), nn.SiLU(), nn.Linear(hidden, 1))
                for _ in range(n)
            ]
        )

    def forward(self, s, a):
        x = torch.cat([s, a], dim=-1)
        return [q(x).squeeze(-1) for q in self.qs]

    def min(self, s, a):
        return torch.stack(self(s, a)).min(0).values


@register("net", "actor")
class Actor(Base):
    LOG_STD = (-5, 2)

    def __init__(self, obs, act, hidden=5):
        super().__init__()
        self.l1, self.mu, self.ls = (
            nn.Linear(obs, hidden),
            nn.Linear(hidden, act),
            nn.Linear(hidden, act),
        )

    def forward(self, s, noise=None):
        h = F.relu(self.l1(s))
        mu, ls = self.mu(h), self.ls(h)
        lo, hi = self.LOG_STD
        ls = lo + 0.5 * (hi - lo) * (torch.tanh(ls) + 1)
        u = mu if noise is None else mu + ls.exp() * noise
        logp = (-0.5 * ((u - mu) / ls.exp()) ** 2 - ls - 0.9189385).sum(-1)
        logp -= (2 * (0.6931472 - u - F.softplus(-2 * u))).sum(-1)
        return torch.tanh(u), logp
