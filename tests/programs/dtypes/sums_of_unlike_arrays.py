import torch, numpy as np


class Replay:
    def __init__(self, n, d):
        self.s = np.zeros((n, d), np.float32)
        self.a = np.zeros(n, np.int64)
        self.r = np.zeros(n)
        self.i = self.k = 0

    def add(self, s, a, r):
        self.s[self.i], self.a[self.i], self.r[self.i] = s, a, r
        self.i = (self.i + 1) % len(self.s)
        self.k = min(self.k + 1, len(self.s))

    def get(self, idx):
        return tuple(torch.as_tensor(v[idx]) for v in (self.s, self.a, self.r))


b = Replay(4, 2)
for t in range(6):
    b.add([t, -t], t % 3, t / 2)
s, a, r = b.get(np.array([0, 2, 3]))
print(s.tolist(), a.tolist(), r.dtype == torch.float64, (r + s.sum(1) + s[:, 0] * a).tolist(), b.k)
