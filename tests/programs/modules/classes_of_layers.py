"""Layers asked for their class, where the port's class stands for one of torch's alone."""

import torch.nn as nn

net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Dropout(0.1), nn.LeakyReLU(0.2), nn.ELU())
asked = 0
for layer in net:
    asked += isinstance(layer, (nn.Conv2d, nn.ReLU)) + 10 * isinstance(layer, nn.LeakyReLU)
    asked += 100 * (type(layer) is nn.ELU) + 1000 * (layer.__class__ == nn.Dropout)
print(asked)
