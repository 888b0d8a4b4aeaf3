# told: P102
"""The forward() of one network is replaced."""

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
net.forward = lambda x: x.sum()
print(net(torch.ones(1, 2)).item())
