"""What a dtype says of itself, also that of a variable and of something unknown."""

import torch
import torch.nn as nn

x = torch.ones(2)
kind = x.dtype
print(kind.is_floating_point, x.dtype.is_complex, x.dtype.itemsize, torch.int64.is_floating_point)
print(torch.int8.is_signed, torch.uint8.is_signed, torch.bool.is_signed, kind.is_signed)


def floats(t):
    return t.dtype.is_floating_point


print([floats(t) for t in (x, x.long(), nn.Linear(2, 1).weight)])
source, target = nn.BatchNorm1d(2), nn.BatchNorm1d(2)
nn.init.constant_(source.weight, 3.0)
for name, value in target.state_dict().items():
    if value.dtype.is_floating_point:
        value.mul_(0.5).add_(source.state_dict()[name], alpha=0.5)
    print(name, value.sum().item())
