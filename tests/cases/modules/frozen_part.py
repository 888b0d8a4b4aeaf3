import torch
import torch.nn as nn


class Tuned(nn.Module):
    def __init__(self):
        super().__init__()
        self.features, self.head = nn.Linear(3, 4), nn.Linear(4, 1)


def tune():
    net = Tuned()
    for p in net.features.parameters():
        p.requires_grad = False
    return torch.optim.Adam(net.parameters(), lr=1e-2)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import Adam, Linear, TorchModel


class Tuned(TorchModel):
    def __init__(self):
        super().__init__()
        self.features, self.head = Linear(3, 4), Linear(4, 1)


def tune():
    net = Tuned()
    for p in net.features.trainable_variables:
        p.trained = False
    return Adam(net.trainable_variables, lr=1e-2)
