"""Numbers of NumPy that networks get beside tensors: they do not decide the dtype."""

import numpy as np
import torch
from torch import nn
from torch.autograd import Function


class Reverse(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return gradient.neg() * ctx.alpha, None


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.layer.weight.data.copy_(torch.arange(6).reshape(2, 3) * 0.1 - 0.2)
        self.layer.bias.data.fill_(0.1)

    def forward(self, x, alpha, beta=1.0):
        return self.layer(x) * alpha + beta


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 2)
        self.body.weight.data.copy_(torch.arange(6).reshape(2, 3) * 0.1 - 0.2)
        self.body.bias.data.fill_(0.1)

    def forward(self, x, alpha):
        h = self.body(x)
        return h.sum(), Reverse.apply(h, alpha).pow(2).sum()


x = torch.sin(torch.arange(12.0).reshape(4, 3))
for net in (Scaled(), Adapted()):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(4):
        alpha = 2.0 / (1.0 + np.exp(-10 * step / 4)) - 1
        if isinstance(net, Adapted):
            a, b = net(x, alpha)
            loss = a.pow(2) + b
        else:
            loss = net(x, alpha, beta=np.float64(0.5)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), [p.sum().item() for p in net.parameters()])
scaled = Scaled()
with torch.no_grad():
    for count in np.arange(3):
        print(scaled(x, count).sum().item(), scaled(x, np.float32(0.5) * count).sum().item())
        print(scaled(x, np.sqrt(count + 1.0), beta=np.max([0.5, count])).sum().item())
