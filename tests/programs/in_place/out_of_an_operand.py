"""`torch.add(x, y, out=x)`: the result goes into one of the operands."""

import torch as th
from torch import nn

x = th.arange(3.0)
th.add(x, th.ones(3), alpha=2, out=x)
th.clamp(x, max=3.5, out=x)
print(x.tolist())

net, target = nn.Linear(2, 2), nn.Linear(2, 2)
for n, parameter in enumerate([*net.parameters(), *target.parameters()]):
    nn.init.constant_(parameter, n + 0.5)


def polyak(tau):
    with th.no_grad():
        for param, target_param in zip(net.parameters(), target.parameters()):
            target_param.data.mul_(1 - tau)
            th.add(target_param.data, param.data, alpha=tau, out=target_param.data)


for _ in range(2):
    polyak(0.25)
print([round(parameter.sum().item(), 4) for parameter in target.parameters()])
