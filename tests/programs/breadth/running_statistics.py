import numpy as np
import torch


class RunningMeanStd:
    def __init__(self, shape=()):
        self.mean = torch.zeros(shape)
        self.var = torch.ones(shape)
        self.count = 1e-4

    def update(self, x):
        m, v, n = x.mean(0), x.var(0, unbiased=False), x.shape[0]
        d = m - self.mean
        tot = self.count + n
        self.mean = self.mean + d * n / tot
        self.var = (self.var * self.count + v * n + d**2 * self.count * n / tot) / tot
        self.count = tot

    def __call__(self, x):
        return (x - self.mean) / (self.var + 1e-8).sqrt()


r = RunningMeanStd(2)
for k in range(3):
    r.update(torch.tensor([[1.0, 2.0], [3.0, 4.0 + k]]))
print(r.mean.tolist(), r.var.tolist(), round(r.count, 3), r(torch.ones(2)).tolist())


class Buf:
    def __init__(self, n):
        self.s = np.zeros((n, 2), np.float32)
        self.r = np.zeros(n, np.float32)
        self.i = 0
        self.n = n

    def add(self, s, r):
        self.s[self.i % self.n] = s
        self.r[self.i % self.n] = r
        self.i += 1

    def get(self, idx):
        return tuple(torch.as_tensor(v[idx]) for v in (self.s, self.r))


b = Buf(4)
for k in range(6):
    b.add([k, -k], k)
s, rw = b.get(np.array([0, 1, 3]))
print(s.tolist(), rw.tolist(), (s.sum(1) + rw).tolist())


def gae(r, v, d, g=0.9, l=0.8):
    adv = torch.zeros_like(r)
    last = 0
    for t in reversed(range(len(r))):
        nv = v[t + 1] if t + 1 < len(r) else 0.0
        delta = r[t] + g * nv * (1 - d[t]) - v[t]
        adv[t] = last = delta + g * l * (1 - d[t]) * last
    return adv, adv + v


print(
    [
        x.tolist()
        for x in gae(
            torch.tensor([1.0, 2.0, 3.0]),
            torch.tensor([0.5, 0.4, 0.3]),
            torch.tensor([0.0, 1.0, 0.0]),
        )
    ]
)
