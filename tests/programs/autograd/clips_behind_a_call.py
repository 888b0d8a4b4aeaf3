"""Whether gradients are clipped is decided by a call, which no graph can decide."""

import torch
import torch.nn as nn


def fixed(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) * (1.3 + i)).reshape(p.shape) * 0.4)
    return net


class Agent:
    def __init__(self, options):
        self.options = options
        self.net = fixed(nn.Linear(3, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1, momentum=0.9)
        self.norms = []

    def by_value(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        if self.options.get("clip"):
            nn.utils.clip_grad_value_(self.net.parameters(), self.options["clip"])
        self.opt.step()
        return loss.item()

    def by_norm(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        if self.options.get("norm") is not None:
            norm = nn.utils.clip_grad_norm_(self.net.parameters(), self.options["norm"])
            self.norms.append(float(norm))
        else:
            self.norms.append(0.0)
        self.opt.step()
        return loss.item()


options = {}
agent = Agent(options)
x = torch.sin(torch.arange(12.0)).reshape(4, 3)
y = x.sum(1, keepdim=True)
for i in range(6):
    if i == 2:
        options["clip"] = 0.05
    if i == 3:
        options["norm"] = 0.2
    if i == 4:
        options["norm"] = 0.1
    for step in (agent.by_value, agent.by_norm):
        print(i, f"{step(x, y):.6f}", f"{agent.net.weight.sum().item():.6f}")
print([round(norm, 5) for norm in agent.norms])
