import numpy as np
import torch


class Agent:
    def __init__(self):
        self.buf = np.ones(3, dtype=np.float32)
        self.w = torch.full((3,), 0.1)

    def value(self):
        return torch.from_numpy(self.buf) * self.w
