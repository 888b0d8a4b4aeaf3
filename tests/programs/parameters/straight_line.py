"""Parameters and their updates in a straight line."""

import torch
import torch.nn as nn

x = torch.tensor([3.0, 4.0])
w = nn.Parameter(torch.tensor([1.0, 2.0]))
b = torch.zeros(1, requires_grad=True)
opt = torch.optim.Adam([w, b], lr=0.5)
loss = ((w * x).sum() + b - 1) ** 2
opt.zero_grad()
loss.backward()
opt.step()
print(w.tolist(), b.item(), loss.item())
loss = ((w * x).sum() + b - 1) ** 2
opt.zero_grad()
loss.backward()
opt.step()
print(w.tolist(), b.item(), loss.item())
