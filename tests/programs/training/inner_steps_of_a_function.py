"""A loop of inner steps begins with parameters, and goes on with what it computes."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(1, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def adapted(x, y, weights, steps):
    for _ in range(steps):
        inner = F.mse_loss(F.linear(x, *weights), y)
        grads = torch.autograd.grad(inner, weights, create_graph=True)
        weights = [w - 0.01 * g for w, g in zip(weights, grads)]
    return weights


def meta_loss(x, y):
    fast = list(net.parameters())
    for _ in range(2):
        inner = F.mse_loss(F.linear(x, *fast), y)
        grads = torch.autograd.grad(inner, fast, create_graph=True)
        fast = [w - 0.01 * g for w, g in zip(fast, grads)]
    return F.mse_loss(F.linear(x, *fast), y)


for step in range(3):
    x = torch.tensor([[1.0], [2.0]]) * (step + 1)
    fast = adapted(x, 3 * x, list(net.parameters()), 2)
    loss = F.mse_loss(F.linear(x, *fast), 2 * x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    other = meta_loss(x, 2 * x)
    optimizer.zero_grad()
    other.backward()
    optimizer.step()
    print(loss.item(), other.item(), net.weight.item(), net.bias.item())
