# What torch computes again in the backward pass is called once.
import torch
import torch.nn as nn
import torch.utils.checkpoint as cp
from torch.utils.checkpoint import checkpoint

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
head = nn.Linear(4, 1)
with torch.no_grad():
    for i, p in enumerate([*net.parameters(), *head.parameters()]):
        p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape) * (i + 1) / 4)
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for _ in range(3):
    hidden = checkpoint(net, x, use_reentrant=False)
    loss = cp.checkpoint(lambda h, k: (head(h) ** k).mean(), hidden, 2, use_reentrant=False)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
if hasattr(torch.nn.functional, "scaled_dot_product_attention"):
    print("attention")
print(torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1).sum().item())
