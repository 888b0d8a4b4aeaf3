import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint_sequential

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for k in range(3):
    x = torch.tensor([[1.0, -0.5], [0.2, 0.4 * k]])
    loss = checkpoint_sequential(net, 2, x, use_reentrant=False).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
