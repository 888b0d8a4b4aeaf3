"""Tensors that a dict or a list alone holds, changed in place."""

import copy

import torch
from torch import nn


class Average:
    def __init__(self, net, decay):
        self.decay = decay
        self.shadow = {n: p.detach().clone() for n, p in net.named_parameters() if p.requires_grad}
        self.squares = [torch.zeros_like(p) for p in net.parameters()]
        self.backup = {}

    def update(self, net):
        for n, p in net.named_parameters():
            if n in self.shadow:
                self.shadow[n].mul_(self.decay).add_(p.data, alpha=1 - self.decay)
        for i, p in enumerate(net.parameters()):
            self.squares[i] += p.data**2
            self.squares[i][0] = 0.5

    def apply(self, net):
        for n, p in net.named_parameters():
            self.backup[n] = p.data.clone()
            p.data.copy_(self.shadow[n])

    def total(self):
        return sum(v.sum().item() for v in self.shadow.values())


net = nn.Linear(3, 2)
for p in net.parameters():
    p.data.copy_(torch.linspace(-0.5, 0.5, p.numel()).view(p.shape))
average = Average(net, 0.9)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.linspace(-1.0, 1.0, 12).view(4, 3)
norms = {n: torch.zeros(1) for n, _ in net.named_parameters()}
steps = {"steps": torch.tensor(0)}
for _ in range(3):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    average.update(net)
    for n, p in net.named_parameters():
        norms[n] += p.data.norm()
        norms[n].clamp_(max=1.5)
    steps["steps"] += 1
    print(loss.item(), average.total(), norms["weight"].item(), steps["steps"].item())
average.apply(net)
print(net(x).sum().item(), [s.sum().item() for s in average.squares])

total = copy.deepcopy(net.state_dict())
for key in total:
    total[key] += net.state_dict()[key]
    total[key] /= 4
net.load_state_dict(total)
print(net(x).sum().item())

other = nn.Linear(3, 2)
for p in other.parameters():
    p.data.fill_(0.25)
named = dict(other.named_parameters())
with torch.no_grad():
    for n, p in net.named_parameters():
        named[n].mul_(0.5).add_(p, alpha=0.5)
print(other(x).sum().item())

states = [net.state_dict(), other.state_dict()]
mean = copy.deepcopy(states[0])
for _ in range(2):
    for key in mean:
        for state in states[1:]:
            mean[key] += state[key]
        mean[key] = torch.div(mean[key], len(states))
net.load_state_dict(mean)
print(net(x).sum().item(), other(x).sum().item())
