import copy

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 2), nn.LeakyReLU(0.1))
nn.init.constant_(net[0].weight, -0.5)
nn.init.zeros_(net[0].bias)
net[1].negative_slope = 0.5
other = copy.deepcopy(net)
print(net(torch.ones(1, 2)).tolist(), other(torch.ones(1, 2)).tolist())
other[1].negative_slope = 0.2
print(net(torch.ones(1, 2)).tolist(), other(torch.ones(1, 2)).tolist())
