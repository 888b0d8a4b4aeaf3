"""An update around a helper that takes a gradient: both are of one recording."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def fill(net):
    for i, p in enumerate(net.parameters()):
        p.data.copy_(torch.linspace(-0.5, 0.6 + 0.1 * i, p.numel()).view(p.shape))
    return net


x = torch.linspace(-1.0, 1.0, 12).view(4, 3)
y = torch.linspace(0.0, 1.0, 4).view(4, 1)


class Net(nn.Module):
    def __init__(self, n=3, h=5):
        super().__init__()
        self.fc1 = nn.Linear(n, h)
        self.fc2 = nn.Linear(h, 1)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


from collections import OrderedDict


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.linspace(-0.5, 0.5, 15).view(5, 3))
        self.b1 = nn.Parameter(torch.zeros(5))
        self.w2 = nn.Parameter(torch.linspace(-0.4, 0.5, 5).view(1, 5))
        self.b2 = nn.Parameter(torch.zeros(1))

    def forward(self, x, params=None):
        if params is None:
            params = OrderedDict(self.named_parameters())
        h = torch.tanh(F.linear(x, params["w1"], params["b1"]))
        return F.linear(h, params["w2"], params["b2"])


def adapt(model, loss, params, lr=0.1, first_order=False):
    grads = torch.autograd.grad(loss, params.values(), create_graph=not first_order)
    out = OrderedDict()
    for (name, param), grad in zip(params.items(), grads):
        out[name] = param - lr * grad
    return out


model = Learner()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    params = OrderedDict(model.named_parameters())
    inner = F.mse_loss(model(x), y)
    params = adapt(model, inner, params)
    outer = F.mse_loss(model(x * 0.5, params=params), y)
    opt.zero_grad()
    outer.backward()
    opt.step()
    print(inner.item(), outer.item())
