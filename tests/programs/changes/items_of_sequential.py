import torch
import torch.nn as nn


def X(k=0):
    return torch.tensor([[1.0 + k, -1.0, 0.5], [0.25, 2.0 - k, 1.0]])


def fill(m, v=0.3):
    for i, p in enumerate(m.parameters()):
        nn.init.constant_(p, v - 0.1 * i)
    return m


net = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 1))
fill(net)
print(net(X()).tolist())
net[1] = nn.Tanh()
print(net(X()).tolist())
net[-1] = fill(nn.Linear(2, 2), 0.9)
print(net(X()).tolist(), len(list(net.parameters())), sum(p.sum().item() for p in net.parameters()))
