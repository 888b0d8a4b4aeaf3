"""Weights that begin as parameters, and are computed from the second inner step on."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(1, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    x = torch.tensor([[1.0], [2.0]]) * (step + 1)
    weights = list(net.parameters())
    for _ in range(2):
        inner = (F.linear(x, *weights) - 3 * x).pow(2).mean()
        grads = torch.autograd.grad(inner, weights, create_graph=True)
        weights = [w - 0.01 * g for w, g in zip(weights, grads)]
    loss = (F.linear(x, *weights) - 2 * x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), inner.item(), net.weight.item(), net.bias.item())
