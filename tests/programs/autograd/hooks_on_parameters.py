# Gradients are clipped where they arrive, by hooks on the parameters.
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
x = torch.arange(6.0).view(2, 3) / 10
for p in net.parameters():
    p.register_hook(lambda grad: grad.clamp(-0.05, 0.05))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    loss = ((net(x) - 1) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
