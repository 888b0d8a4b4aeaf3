"""Weights that are set before a network runs are not changed behind its graph."""

import torch
from torch import nn

net = nn.Linear(2, 2)
for p in net.parameters():
    p.data = torch.linspace(-0.4, 0.5, p.numel()).view_as(p)
criterion = nn.CrossEntropyLoss()
x, y = torch.tensor([[1.0, 2.0], [0.0, 1.0]]), torch.tensor([0, 1])
fisher = {name: torch.zeros_like(p) for name, p in net.named_parameters()}
for i in range(2):
    net.zero_grad()
    criterion(net(x[i : i + 1]), y[i : i + 1]).backward()
    for name, p in net.named_parameters():
        fisher[name] += p.grad.pow(2) / 2
old = {name: p.detach().clone() for name, p in net.named_parameters()}
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
for _ in range(3):
    far = [(fisher[n] * (p - old[n]).pow(2)).sum() for n, p in net.named_parameters()]
    loss = criterion(net(x + 1), y) + 10 * sum(far)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.5f}")
