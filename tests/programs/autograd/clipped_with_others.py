# The norm is of the gradients of all layers, and the optimizer has the last one.
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for p in net.parameters():
    nn.init.constant_(p, 0.1)
opt = torch.optim.RMSprop(net[2].parameters(), lr=0.1)
x = torch.arange(6.0).view(2, 3)
for step in range(3):
    opt.zero_grad()
    loss = ((net(x) - 1) ** 2).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    opt.step()
print([float(p.sum()) for p in net.parameters()])
