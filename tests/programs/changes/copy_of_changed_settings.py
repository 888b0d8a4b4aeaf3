import copy

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.scale = 1.0
        nn.init.constant_(self.fc.weight, 0.1)
        nn.init.zeros_(self.fc.bias)

    def forward(self, x):
        return self.fc(x) * self.scale


net = Net()
x = torch.ones(1, 3)
net(x)
net.scale = 0.5
other = copy.deepcopy(net)
print(net(x).item(), other(x).item(), other.scale)
other.scale = 0.1
print(net(x).item(), other(x).item(), other.scale)
