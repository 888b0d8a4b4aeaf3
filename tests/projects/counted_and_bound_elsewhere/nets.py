import torch
import torch.nn as nn

class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.g = nn.Parameter(torch.ones(n))
        self.register_buffer("steps", torch.zeros(1))
    def forward(self, x):
        self.steps += 1
        return x * self.g * (1 + self.steps)
