"""`torch.zeros_like(x, requires_grad=True)` is a leaf."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def attack(net, x, y, steps):
    delta = torch.zeros_like(x, requires_grad=True)
    scale = torch.ones_like(x, requires_grad=True)
    for _ in range(steps):
        loss = F.cross_entropy(net(x * scale + delta), y)
        loss.backward()
        delta.data = (delta + 0.1 * delta.grad.sign()).clamp(-0.3, 0.3)
        print(scale.grad.sum().item())
        delta.grad.zero_()
        scale.grad.zero_()
    return delta.tolist()


net = nn.Linear(3, 2)
with torch.no_grad():
    net.weight.copy_(torch.linspace(-1, 1, 6).view(2, 3))
    net.bias.zero_()
x = torch.tensor([[0.2, 0.5, 0.7], [0.1, 0.1, 0.9]])
print(attack(net, x, torch.tensor([0, 1]), 4))
