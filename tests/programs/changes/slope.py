import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


net = nn.Sequential(fill(nn.Linear(3, 2)), nn.LeakyReLU(0.1))
print(net(-X()).tolist())
net[1].negative_slope = 0.5
print(net(-X()).tolist())
