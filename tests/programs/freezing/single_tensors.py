"""Parameters that stand alone."""

import torch
import torch.nn as nn

a = nn.Parameter(torch.ones(2))
b = nn.Parameter(torch.ones(2) * 2)
b.requires_grad = False
opt = torch.optim.SGD([a, b], lr=0.1, weight_decay=0.1)
for i in range(4):
    if i == 2:
        b.requires_grad = True
        a.requires_grad_(False)
    loss = ((a * b).sum() - 1) ** 2
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), a.tolist(), b.tolist(), a.requires_grad, b.requires_grad)
