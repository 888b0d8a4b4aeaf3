# told: P102
"""A target network shares its body with the trained one: both are one parameter in the loop."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


body = nn.Linear(3, 4)
net, target = Net(body), Net(body)
for p in (*net.parameters(), *target.parameters()):
    nn.init.constant_(p, 0.5)
for p, t in zip(net.parameters(), target.parameters()):
    t.data.mul_(0.9).add_(p.data, alpha=0.2)
print([round(p.sum().item(), 4) for p in target.parameters()])
