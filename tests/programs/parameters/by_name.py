"""Weights and biases have an optimizer each."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.5)
weights = [p for n, p in net.named_parameters() if n.endswith("weight")]
biases = [p for n, p in net.named_parameters() if n.endswith("bias")]
ow = torch.optim.SGD(weights, lr=0.1)
ob = torch.optim.SGD(biases, lr=0.01, weight_decay=0.1)
for i in range(3):
    loss = (net(torch.ones(1, 1)) - 3).pow(2).sum()
    ow.zero_grad()
    ob.zero_grad()
    loss.backward()
    ow.step()
    ob.step()
    print(loss.item(), [p.sum().item() for p in net.parameters()])
