# A helper steps on gradients that a loop has clamped.
import torch
import torch.nn as nn

net = nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
with torch.no_grad():
    for p in net.parameters():
        p.fill_(0.1)


def apply_(opt):
    opt.step()
    opt.zero_grad()


x, y = torch.arange(6.0).view(2, 3) * 0.1, torch.ones(2, 3)


def update(step, x, y):
    one = (net(x) * y).sum()
    losses = []
    losses.append(one)
    torch.stack(losses).mean().backward()
    for p in net.parameters():
        p.grad.data.clamp_(-0.1, 0.1)
    apply_(opt)
    print(one.item())


for step in range(3):
    update(step, x, y)
