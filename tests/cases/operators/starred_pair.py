# What a twin critic gives, a pair, goes into torch.min at once.
import torch
import torch.nn as nn


class TwinQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.q1 = nn.Linear(3, 1)
        self.q2 = nn.Linear(3, 1)

    def both(self, x):
        return self.q1(x), self.q2(x)

    def forward(self, x):
        return torch.min(*self.both(x))


def largest(pair):
    return torch.max(*pair)
# output
# What a twin critic gives, a pair, goes into torch.min at once.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import torch
from torch_compat import Linear, TorchModel, smaller


class TwinQ(TorchModel):
    def __init__(self):
        super().__init__()
        self.q1 = Linear(3, 1)
        self.q2 = Linear(3, 1)

    def both(self, x):
        return self.q1(x), self.q2(x)

    def call(self, x):
        return smaller(*self.both(x))


def largest(pair):
    # porter: P102 torch.max: arguments given with *
    return torch.max(*pair)
# findings
# operators/starred_pair.py:20:12: P102 error torch.max: arguments given with * -> write it with TensorFlow by hand, or with a rule of your own (--rules)
