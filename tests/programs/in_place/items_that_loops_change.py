import numpy as np
import torch
import torch.nn as nn


def fill(net, low=-0.5, high=0.6):
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.linspace(low, high, p.numel()).view(p.shape))
    return net


class MLP(nn.Module):
    def __init__(self, n_in, n_out, hidden=8):
        super().__init__()
        self.l1 = nn.Linear(n_in, hidden)
        self.l2 = nn.Linear(hidden, n_out)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))


def acc(n):
    sums = {k: torch.zeros(2) for k in ("a", "b")}
    for j in range(n):
        for k, v in sums.items():
            v += j
            v.mul_(0.5)
            if j == 1:
                print(k == "a", v.tolist())
    return {k: v / n for k, v in sums.items()}


print([v.tolist() for v in acc(3).values()])


def ema(net, steps):
    means = [torch.zeros_like(p) for p in net.parameters()]
    sq = [torch.zeros_like(p) for p in net.parameters()]
    for s in range(steps):
        for m, q, p in zip(means, sq, net.parameters()):
            m.mul_(0.9).add_(p.detach(), alpha=0.1)
        for i, q in enumerate(sq):
            q += means[i] ** 2
            q[..., 0] = 1.0
    return sum(m.sum() for m in means), torch.stack([q.sum() for q in sq])


net = fill(MLP(2, 1))
m, q = ema(net, 3)
print(round(m.item(), 4), [round(v, 4) for v in q.tolist()])


def grads_through(w):
    hs = [torch.zeros(2) for _ in range(2)]
    for i, h in enumerate(hs):
        h += w * (i + 1)
    return sum(h.pow(2).sum() for h in hs)


w = torch.tensor([0.3, 0.4], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(2):
    loss = grads_through(w)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
names = ["x", "y"]
d = {n: torch.ones(2) * i for i, n in enumerate(names)}
for n in d:
    d[n] /= 2
last = None
for n, v in d.items():
    v -= 1
    last = n
print(last, {n: v.tolist() for n, v in d.items()})
