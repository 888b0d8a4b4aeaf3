import torch
import torch.nn as nn


def add(net, difference, factor):
    names = difference.keys()
    with torch.no_grad():
        for name, p in net.named_parameters():
            if name in names:
                p.add_(factor * difference[name])


net = nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
difference = {"weight": torch.tensor([[0.1, -0.2]])}
for k in range(3):
    add(net, difference, 0.5 * k)
    print(round(net(torch.tensor([[1.0, -0.5]])).item(), 5), round(net.bias.item(), 5))
