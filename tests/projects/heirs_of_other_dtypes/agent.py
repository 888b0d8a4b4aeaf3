import numpy as np
import torch


class Buffer:
    def __init__(self, n):
        self.rewards = np.zeros(n, dtype=np.float32)
        self.values = torch.zeros(n)

    def advantages(self):
        r = torch.from_numpy(self.rewards)
        return r - self.values, r / 3, (r * r).sum()
