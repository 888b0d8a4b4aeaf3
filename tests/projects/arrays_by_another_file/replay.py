import numpy as np
import torch


class Replay:
    def __init__(self, n):
        self.obs = np.ones((n, 2), dtype=np.float32)

    def sample(self):
        return torch.from_numpy(self.obs)
