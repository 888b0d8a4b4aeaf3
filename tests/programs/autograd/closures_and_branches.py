# A step with a closure, one in a branch, several backwards through one graph.
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
x = torch.arange(8.0).view(4, 2) / 10


def closure():
    optimizer.zero_grad()
    loss = (net(x) - 1).pow(2).mean()
    loss.backward()
    return loss


for turn in range(4):
    loss = optimizer.step(closure)
    out = net(x)
    optimizer.zero_grad()
    out.mean().backward(retain_graph=True)
    out.pow(2).mean().backward()
    if turn % 2:
        optimizer.step()
    print(loss.item(), net[0].weight.grad.sum().item())
