import numpy as np
import torch
import torch.nn as nn


def fill(net, low=-0.5, high=0.6):
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.linspace(low, high, p.numel()).view(p.shape))
    return net


class MLP(nn.Module):
    def __init__(self, n_in, n_out, hidden=8):
        super().__init__()
        self.l1 = nn.Linear(n_in, hidden)
        self.l2 = nn.Linear(hidden, n_out)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))

