"""Weights that two layers share: the gradient is of both, the parameter is one."""

import torch
import torch.nn as nn


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(3, 2)
        self.out = nn.Linear(2, 3, bias=False)
        self.out.weight = self.emb.weight
        with torch.no_grad():
            self.emb.weight.copy_(torch.arange(6.0).view(3, 2) / 5)

    def forward(self, t):
        return self.out(self.emb(t))


net = Tied()
print(len(list(net.parameters())), sum(p.numel() for p in net.parameters()))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = nn.functional.cross_entropy(net(torch.tensor([0, 2])), torch.tensor([1, 2]))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net.out.weight.sum().item(), net.emb.weight.sum().item())
