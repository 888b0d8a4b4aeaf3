"""Weights that are saved into memory, by a name among others and through a function."""

import io

import torch
import torch.nn as nn


def written(net, file):
    torch.save(net.state_dict(), file)
    return file


net = nn.Linear(2, 1)
with torch.no_grad():
    net.weight.fill_(0.5)
    net.bias.fill_(0.1)
buffer, kept = io.BytesIO(), {}
torch.save(net.state_dict(), buffer)
with torch.no_grad():
    net.weight.mul_(2)
buffer.seek(0)
net.load_state_dict(torch.load(buffer))
print(net.weight.sum().item(), len(kept))
file = written(net, io.BytesIO())
file.seek(0)
other = nn.Linear(2, 1)
other.load_state_dict(torch.load(file))
print(other.weight.sum().item(), other.bias.item())
