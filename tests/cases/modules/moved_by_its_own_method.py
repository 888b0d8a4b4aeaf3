"""A network with a to() of its own asks torch's, which Keras does not have."""
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.to(device)

    def forward(self, x):
        return self.layer(x)

    def to(self, device):
        super().to(device)
        self.device = device
        return self


class Own(Policy):
    def to(self, device):
        return super().to(device)
# output
"""A network with a to() of its own asks torch's, which Keras does not have."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import Linear, TorchModel


class Policy(TorchModel):
    def __init__(self, device):
        super().__init__()
        self.layer = Linear(3, 2)
        self.to(device)

    def call(self, x):
        return self.layer(x)

    def to(self, device):
        return self


class Own(Policy):
    def to(self, device):
        return super().to(device)
