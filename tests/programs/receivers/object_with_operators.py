"""An object that is called, indexed, and multiplied as its class says."""

import torch


class Policy:
    def __init__(self, w):
        self.w = w

    def __call__(self, x):
        return (x * self.w).sum(-1)

    def __getitem__(self, i):
        return self.w[i]

    def __len__(self):
        return self.w.numel()

    def __add__(self, o):
        return Policy(self.w + o.w)

    def __matmul__(self, x):
        return x @ self.w


p = Policy(torch.tensor([1.0, 2.0])) + Policy(torch.ones(2))
print(p(torch.ones(3, 2)).tolist(), p[1].item(), len(p), (p @ torch.ones(2, 2)).tolist())
