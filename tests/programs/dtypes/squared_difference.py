# A loss of tensors whose dtypes only the program knows: float32, float64, or one of each.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def loss(a, b):
    return F.mse_loss(a, b)


def total(a, b):
    return F.mse_loss(a, b, reduction="sum")


net = nn.Linear(2, 1)
nn.init.constant_(net.bias, 0)
nn.init.constant_(net.weight, 0.5)
x = torch.ones(3, 2)
y = torch.tensor(np.arange(3.0)).unsqueeze(1)
both = loss(net(x), y) + loss(net(x), x[:, :1])
both.backward()
print(round(both.item(), 6), both.dtype == torch.float64, net.weight.grad.tolist())
print(total(net(x), y.float()).item(), total(y, y + 1).item())
