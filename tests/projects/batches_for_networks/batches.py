import torch

class Batch:
    def __init__(self, n):
        self.obs = torch.linspace(0, 1, 12).reshape(4, 3)
        self.n = n

