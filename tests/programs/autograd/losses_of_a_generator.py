# Each loss is computed when the step on the one before it is done.
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.5)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)


def losses(x):
    yield "rec", (net(x) - x).pow(2).mean()
    yield "reg", 0.01 * sum(p.abs().sum() for p in net.parameters())
    h = net(x)
    yield "sum", (h * x).mean().exp()


for turn in range(3):
    x = torch.arange(6.0).view(2, 3) * (turn + 1) / 10
    for name, loss in losses(x):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(name, loss.item())
