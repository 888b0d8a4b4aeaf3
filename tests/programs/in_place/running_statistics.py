# Running statistics whose attributes are called as methods of tensors are.
import numpy as np
import torch


class RunningMeanStd:
    def __init__(self, shape):
        self.mean = torch.zeros(shape)
        self.var = torch.ones(shape)
        self.count = 1e-4

    def update(self, x):
        m, v, n = x.mean(0), x.var(0, unbiased=False), x.shape[0]
        delta = m - self.mean
        tot = self.count + n
        self.mean += delta * n / tot
        self.var = (self.var * self.count + v * n + delta**2 * self.count * n / tot) / tot
        self.count = tot

    def __call__(self, x):
        return ((x - self.mean) / torch.sqrt(self.var + 1e-8)).clamp(-5, 5)


rng = np.random.default_rng(0)
rms = RunningMeanStd(3)
for i in range(6):
    x = torch.from_numpy(rng.normal(size=(4, 3)).astype(np.float32))
    rms.update(x)
    y = rms(x)
print(y.sum().item(), rms.mean.tolist(), rms.var.tolist())
