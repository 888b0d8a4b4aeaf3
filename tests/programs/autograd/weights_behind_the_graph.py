# told: P201
# The weights change between a gradient and the gradient of it.
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
params = list(net.parameters())


def flat(y, inputs, create_graph=False):
    grads = torch.autograd.grad(y, inputs, create_graph=create_graph, retain_graph=True)
    return torch.cat([g.reshape(-1) for g in grads])


x = torch.arange(8.0).view(4, 2) / 4
for turn in range(3):
    loss = (net(x) - 1).pow(2).mean()
    g = flat(loss, params)
    again = flat(loss, params, create_graph=True)

    def product(v):
        return flat((again * v).sum(), params) + 0.1 * v

    direction = g - 0.5 * product(g)
    start = 0
    for p in params:
        p.data.sub_(0.1 * direction[start : start + p.numel()].view_as(p))
        start += p.numel()
    print(loss.item(), g.norm().item(), product(direction).sum().item())
