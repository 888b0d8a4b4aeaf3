"""Weights that are tied, and that two networks share, made on one line."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(7, 5)
        self.out = nn.Linear(5, 7, bias=False)
        self.out.weight = self.emb.weight

    def forward(self, t):
        return self.out(torch.tanh(self.emb(t).mean(1)))


class Other(nn.Module):
    def __init__(self, shared):
        super().__init__()
        self.shared = shared
        self.o = nn.Linear(5, 2)

    def forward(self, t):
        return self.o(self.shared(t).mean(1))


a = Tied(); b = Other(a.emb)  # fmt: skip  # noqa: E702
opt = torch.optim.Adam([*a.parameters(), *b.o.parameters()], lr=1e-2)
for _ in range(6):
    t, y = torch.randint(0, 7, (4, 3)), torch.randint(0, 2, (4,))
    loss = F.cross_entropy(a(t), y) + F.cross_entropy(b(t), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
